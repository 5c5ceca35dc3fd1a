import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { Cause } from '../../domain/audit-log/cause.ts'
import type { ImportResult, ImportStatus } from '../../domain/statements/import.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import { bytes, flag, integer, json, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'
import type { Locale } from '../../kit/languages.ts'

/** Imports of bank statements in the dashboard. Each row is deleted a day after its file was uploaded. */
export const statementImportsTable = defineTable(
  'statement_imports',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    status: word<ImportStatus>(16),
    /** The file, compressed; null as soon as its lines are confirmed. */
    file: bytes('mediumblob').nullable(),
    /** The corrected columns. */
    mapping: json<MappingInput>().kept(),
    /** The member who confirmed the lines, as stored with each payment. */
    verified_by: varchar(64).nullable().kept(),
    /** The language of the report. */
    locale: word<Locale>(8).nullable(),
    /** The press of the button, as the cause of the worker's changes. */
    cause: json<Cause>().nullable().kept(),
    /** The exact lines when they were confirmed. */
    total: integer('int unsigned').default(0),
    done: integer('int unsigned').default(0),
    started_at: time().nullable(),
    result: json<ImportResult>().nullable().kept(),
    /** The report for download, compressed. */
    report: bytes('mediumblob').nullable(),
    /** The first lines that need a decision, as compressed JSON of `OpenLines`; null until the lines are confirmed. */
    open_lines: bytes('mediumblob').nullable(),
    created_at: time(),
    updated_at: time(),
  },
  {
    index: {
      statement_imports_created: ['created_at'],
    },
  },
)

/** An import of a bank statement in the dashboard. */
export const StatementImport = modelOf(statementImportsTable)
export type StatementImport = InstanceType<typeof StatementImport>
