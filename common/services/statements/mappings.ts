import type { ModelTx } from '../../../db/transaction.ts'
import type { MappingInput } from '../../domain/statements/object.ts'
import { sha256 } from '../../kit/secrets.ts'
import type { Project } from '../projects/project.ts'
import { StatementMapping } from './statement-mappings-table.ts'

/** Finds the corrections that a project made for statements with this header; empty without any. */
export async function findMapping({ id: projectId }: Project, headerKey: string): Promise<MappingInput> {
  const found = await StatementMapping.findOne({ where: { projectId, headerHash: sha256(headerKey) } })
  return found?.mapping ?? {}
}

/** Saves the corrections for statements with this header. */
export async function saveMapping(
  { now, transaction }: ModelTx,
  { id: projectId }: Project,
  headerKey: string,
  mapping: MappingInput,
): Promise<void> {
  const values = { projectId, headerHash: sha256(headerKey), mapping, updatedAt: now }
  await StatementMapping.upsert(values, { transaction })
}
