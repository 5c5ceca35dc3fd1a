import { sha256 } from '../../kit/secrets.ts'
import { atomically } from '../../runtime/atomically.ts'
import { realNow } from '../../runtime/clock.ts'
import { log } from '../../runtime/log.ts'
import { ApiToken } from './api-tokens-table.ts'

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

async function readAccess(hash: Buffer): Promise<Access | NoAccess> {
  const token = await ApiToken.findOne({ where: { hash } })
  if (!token) return 'unknown'
  if (token.revokedAt) return 'revoked'
  if (realNow().getTime() - (token.lastUsedAt?.getTime() ?? 0) > USED_AGAIN_AFTER) noteUse(token)
  return { tokenId: token.id, projectId: token.projectId, isTest: token.isTest }
}

/** Updates the last use, at most every ten minutes, without delaying the request. */
function noteUse(token: ApiToken): void {
  atomically(({ transaction }) => token.update({ lastUsedAt: realNow() }, { transaction })).catch(
    (error: unknown) => {
      log().debug({ error: String(error) }, 'last use of a token not recorded')
    },
  )
}
