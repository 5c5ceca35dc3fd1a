import type { Row } from '../../../../db/define-table.ts'
import { encrypt } from '../../../kit/secrets.ts'
import { config } from '../../../runtime/config.ts'
import { openSecret } from './secret.ts'
import type { webhookEndpointsTable } from './webhook-endpoints-table.ts'

/** An endpoint's former secrets: the previous one and older ones. */
export interface OldSecrets extends Pick<
  Row<typeof webhookEndpointsTable>,
  'previous_secret' | 'previous_secret_until' | 'older_secrets'
> {}

interface OldSecret {
  secret: string
  until: string
}

/** Limit of old secrets that still sign: each one makes every request longer. */
const MOST = 4

/** Returns the old secrets that still sign, newest first. */
export function oldSecrets(row: OldSecrets, now: Date): string[] {
  return validSecrets(row, now).map(({ secret }) => secret)
}

/** Returns an endpoint's old secrets with `secret` added, valid until `until`. */
export function withOld(row: OldSecrets, secret: Buffer, until: Date, now: Date): OldSecrets {
  const older = validSecrets(row, now).slice(0, MOST - 1)
  return {
    previous_secret: secret,
    previous_secret_until: until,
    older_secrets: older.length > 0 ? encrypt(config().secretKey, Buffer.from(JSON.stringify(older))) : null,
  }
}

/** Decrypts only valid secrets: the key of an expired one may be gone, and every attempt would fail. */
function validSecrets(row: OldSecrets, now: Date): OldSecret[] {
  const { previous_secret: previous, previous_secret_until: until, older_secrets: older } = row
  if (!previous || !until || until <= now) return [] // older ones expired before it
  const before = older ? (JSON.parse(openSecret(older)) as OldSecret[]) : []
  return [
    { secret: openSecret(previous), until: until.toISOString() },
    ...before.filter((old) => new Date(old.until) > now),
  ]
}
