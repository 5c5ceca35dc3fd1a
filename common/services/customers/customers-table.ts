import { defineTable } from '../../../db/define-table.ts'
import { char, flag, integer, json, primaryKey, reference, time, varchar } from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'

export const customersTable = defineTable(
  'customers',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    name: varchar(255).nullable().erased(),
    email: varchar(254).nullable().erased(),
    email_key: varchar(254).binary().nullable().erased(),
    phone: varchar(32).nullable().erased(),
    client_reference_id: varchar(191).binary().nullable().erased(),
    delivery_address: json<Record<string, string>>().nullable().erased(),
    locale: char<Locale>(2).nullable().erased(),
    metadata: json<Record<string, string>>().nullable().erased(),
    test_clock_id: reference().nullable(),
    deleted_at: time().nullable().rewritten(),
    created_at: time(),
    updated_at: time().rewritten(),
    link_version: integer('int unsigned').default(0),
  },
  {
    unique: {
      customers_reference: ['project_id', 'is_test', 'client_reference_id'],
    },
    index: {
      customers_on_clock: ['project_id', 'is_test', 'test_clock_id'],
      customers_present: ['project_id', 'is_test', 'deleted_at', 'id'],
      customers_by_name: ['project_id', 'is_test', 'name', 'id'],
      customers_by_phone: ['project_id', 'is_test', 'phone', 'id'],
      customers_clock: ['test_clock_id', 'id'],
      customers_created: ['project_id', 'is_test', 'created_at'],
      customers_email: ['project_id', 'is_test', 'email_key', 'id'],
      customers_list: ['project_id', 'is_test', 'id'],
    },
  },
)
