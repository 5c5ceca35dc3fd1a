import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { projectProperties } from '../../domain/projects/object.ts'
import { encrypted, flag, varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const projectsTable = defineTable('projects', {
  ...columnsIn(projectProperties),
  /** Payment methods and their keys. */
  payment_settings: encrypted('mediumblob').nullable(),
  /** The name of our copy of the picture at `logo_url`, once it has been fetched. */
  logo: varchar(96).ascii().nullable().kept(),
  notify_sale: flag().default(0),
  notify_cancellation: flag().default(0),
  payment_method_order: varchar(255).ascii('ascii_general_ci').nullable().kept(),
})

/** A project as the database has it. Operations use `Project`. */
export const StoredProject = modelOf(projectsTable)
export type StoredProject = InstanceType<typeof StoredProject>
