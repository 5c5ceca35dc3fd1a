import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { trace } from '../../runtime/log.ts'
import type { Pictured } from './subject.ts'

/** The project of a picture, and the mode whose rules apply to fetching it. */
export interface Owner {
  projectId: number
  isTest: boolean
}

interface Copy {
  url: string
  status: 'pending' | 'copied'
  /** The image that is shown now. */
  hash: Buffer | null
  /** When to fetch the address; null if there is nothing to fetch. */
  dueAt: Date | null
}

const CHANGED = 'url status hash tries due_at due_since error request_id updated_at'
  .split(' ')
  .map((column) => `${column} = VALUES(${column})`)

/**
 * Writes the copy of a locked owner's picture. It counts as a new request, so that the result of a former one is dropped.
 * `written` gets the id.
 */
export async function writeCopy(
  tx: Tx,
  of: Pictured,
  { projectId, isTest }: Owner,
  { url, status, hash, dueAt }: Copy,
  written: (id: number) => void = () => undefined,
): Promise<void> {
  const row = {
    project_id: projectId,
    is_test: isTest,
    subject: of.subject,
    subject_id: of.id,
    ...{ url, status, hash, asked: 1, tries: 0, due_at: dueAt, due_since: null, error: null },
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await writeRows(tx.sql, 'image_copies', [row], {
    onDuplicate: ['id = LAST_INSERT_ID(id)', 'asked = asked + 1', ...CHANGED].join(', '),
    written: ({ insertId }) => written(insertId),
  })
}
