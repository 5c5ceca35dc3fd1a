import type { Sql } from '../../../db/sql.ts'
import { jobKinds } from '../../domain/jobs/catalog.ts'
import { release } from '../../runtime/release.ts'
import { emailKinds } from '../emails/kinds.ts'
import { kindIn } from './unknown-kinds.ts'

/** Records the release that first had each kind of due row. Kinds that are already recorded stay unchanged. */
export async function recordKinds(sql: Sql): Promise<void> {
  const kinds = [
    ...jobKinds.map((kind) => kindIn('timers', kind)),
    ...Object.keys(emailKinds).map((kind) => kindIn('emails', kind)),
  ]
  await sql.run('INSERT IGNORE INTO release_kinds (kind, version) VALUES ?', [
    kinds.map((kind) => [kind, release]),
  ])
}
