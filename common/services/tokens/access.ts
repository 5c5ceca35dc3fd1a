import { onConnection } from '../../../db/sql.ts'
import { sha256 } from '../../kit/secrets.ts'
import { realNow } from '../../runtime/clock.ts'
import { log } from '../../runtime/log.ts'

/** Access of an API token: one project, in one mode. */
export interface Access {
  tokenId: number
  projectId: number
  isTest: boolean
}

/** Why a token is refused. */
export type NoAccess = 'malformed' | 'webhook_secret' | 'publishable' | 'placeholder' | 'unknown' | 'revoked'

/** Cache time in milliseconds: every process refuses a revoked token within two seconds. */
const CACHED_FOR = 1_500
const USED_AGAIN_AFTER = 10 * 60_000
const CACHE_SIZE = 10_000

const SHAPE = /^sk_(test|live)_[A-Za-z0-9_-]{43}$/
const cache = new Map<string, { access: Promise<Access | NoAccess>; until: number }>()

/** Finds the access of `token`, or why it is refused. Cached for 1.5 seconds. */
export function findAccess(token: string): Promise<Access | NoAccess> {
  if (!SHAPE.test(token)) return Promise.resolve(mistakeIn(token))
  const hash = sha256(token)
  const key = hash.toString('base64')
  const found = cache.get(key)
  if (found && found.until > performance.now()) return found.access
  const access = readAccess(hash)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, { access, until: performance.now() + CACHED_FOR })
  access.then(
    (result) => typeof result === 'string' && cache.delete(key),
    () => cache.delete(key),
  )
  return access
}

/** Returns what was probably sent in place of a token. */
function mistakeIn(token: string): NoAccess {
  if (token.startsWith('whsec_')) return 'webhook_secret'
  if (/^pk_(test|live)_/.test(token)) return 'publishable'
  return /^["'$%<[{]|^(your|my)?[_-]?(api[_-]?)?(token|key)$/i.test(token) ? 'placeholder' : 'malformed'
}

interface Row {
  id: number
  project_id: number
  is_test: number
  last_used_at: Date | null
  revoked_at: Date | null
}

async function readAccess(hash: Buffer): Promise<Access | NoAccess> {
  const row = await onConnection((sql) =>
    sql.row<Row>('SELECT id, project_id, is_test, last_used_at, revoked_at FROM api_tokens WHERE hash = ?', [
      hash,
    ]),
  )
  if (!row) return 'unknown'
  if (row.revoked_at) return 'revoked'
  if (realNow().getTime() - (row.last_used_at?.getTime() ?? 0) > USED_AGAIN_AFTER) noteUse(row.id)
  return { tokenId: row.id, projectId: row.project_id, isTest: Boolean(row.is_test) }
}

/** Updates the last use, at most every ten minutes, without delaying the request. */
function noteUse(id: number): void {
  onConnection((sql) =>
    sql.run('UPDATE api_tokens SET last_used_at = ? WHERE id = ?', [realNow(), id]),
  ).catch((error: unknown) => {
    log().debug({ error: String(error) }, 'last use of a token not recorded')
  })
}
