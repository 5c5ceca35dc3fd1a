import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import { bytes, json, primaryKey, reference, time } from '../../kit/column.ts'

/** The corrections that a project made to guessed mappings, for each header of a statement. */
export const statementMappingsTable = defineTable(
  'statement_mappings',
  {
    id: primaryKey(),
    project_id: reference(),
    header_hash: bytes('binary(32)'),
    mapping: json<MappingInput>().kept(),
    updated_at: time(),
  },
  {
    unique: {
      statement_mappings_header: ['project_id', 'header_hash'],
    },
  },
)

/** The corrections that a project made for one header of its statements. */
export const StatementMapping = modelOf(statementMappingsTable)
