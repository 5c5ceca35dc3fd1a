import type { Row } from '../../../db/define-table.ts'
import type { Picture } from '../../domain/images/picture.ts'
import type { projectProperties } from '../../domain/projects/object.ts'
import type { CamelCased } from '../../kit/camel-case.ts'
import type { FieldRow } from '../../kit/field.ts'
import type { PaymentSettings } from '../../methods/settings.ts'
import type { projectsTable } from './projects-table.ts'

export interface ProjectRow extends Row<typeof projectsTable> {}

/** A merchant's project, as operations and pages use it. */
export interface Project extends CamelCased<FieldRow<typeof projectProperties>> {
  /** Our own copy of the picture at `logoUrl`, once it has been fetched. */
  logo: Picture | null
  /** Optional emails that the merchant wants. */
  notifications: { sale: boolean; cancellation: boolean }
  paymentSettings: PaymentSettings
  /** Names of methods, in the order in which customers see them. */
  paymentMethodOrder: readonly string[]
}

/** The project and mode whose objects a request reads and writes. */
export interface Scope {
  readonly project: Project
  readonly isTest: boolean
}
