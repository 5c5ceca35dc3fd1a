import { encrypt } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'
import { openSecret } from './secret.ts'

/** An endpoint's secrets before the one in use: the one before it, and those before that one. */
export interface OldSecrets {
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  /** Sealed JSON of `Old[]`, newest first. */
  older_secrets: Buffer | null
}

interface Old {
  secret: string
  until: string
}

/** So many sign beside the new one at most: each makes every request longer. */
const MOST = 4

/** The secrets that still sign beside the one in use, newest first. */
export function oldSecrets(row: OldSecrets, now: Date): string[] {
  return still(row, now).map(({ secret }) => secret)
}

/** What an endpoint's old secrets are once `secret` is one of them, until `until`. */
export function withOld(row: OldSecrets, secret: Buffer, until: Date, now: Date): OldSecrets {
  const older = still(row, now).slice(0, MOST - 1)
  return {
    previous_secret: secret,
    previous_secret_until: until,
    older_secrets: older.length > 0 ? encrypt(config().secretKey, Buffer.from(JSON.stringify(older))) : null,
  }
}

/** None is opened in vain: the key of one that is over may be gone, and every attempt would pay for it. */
function still(row: OldSecrets, now: Date): Old[] {
  const { previous_secret: previous, previous_secret_until: until, older_secrets: older } = row
  if (!previous || !until || until <= now) return [] // those before it ended before it
  const before = older ? (JSON.parse(openSecret(older)) as Old[]) : []
  return [
    { secret: openSecret(previous), until: until.toISOString() },
    ...before.filter((old) => new Date(old.until) > now),
  ]
}
