import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { customerProperties } from '../../domain/customers/object.ts'
import { char, integer, json, time, varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'
import type { Locale } from '../../kit/format.ts'

export const customersTable = defineTable(
  'customers',
  {
    ...columnsIn(customerProperties),
    email_key: varchar(254).binary().nullable().erased(),
    delivery_address: json<Record<string, string>>().nullable().erased(),
    locale: char<Locale>(2).nullable().erased(),
    deleted_at: time().nullable().rewritten(),
    link_version: integer('int unsigned').default(0),
  },
  {
    generated: {
      name_from_word_2: varchar(255).nullable().kept(),
    },
    unique: {
      customers_reference: ['project_id', 'is_test', 'client_reference_id'],
    },
    index: {
      customers_on_clock: ['project_id', 'is_test', 'test_clock_id'],
      customers_present: ['project_id', 'is_test', 'deleted_at', 'id'],
      customers_by_name: ['project_id', 'is_test', 'name', 'id'],
      customers_by_name_from_word_2: ['project_id', 'is_test', 'name_from_word_2', 'id'],
      customers_by_phone: ['project_id', 'is_test', 'phone', 'id'],
      customers_clock: ['test_clock_id', 'id'],
      customers_created: ['project_id', 'is_test', 'created_at'],
      customers_email: ['project_id', 'is_test', 'email_key', 'id'],
      customers_list: ['project_id', 'is_test', 'id'],
    },
  },
)

/** A customer as the database has it. An erased one has `deletedAt`. */
export const Customer = modelOf(customersTable)
export type Customer = InstanceType<typeof Customer>
