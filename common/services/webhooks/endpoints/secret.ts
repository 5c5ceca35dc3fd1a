import { randomBytes } from 'node:crypto'
import { SECRET_BYTES, SECRET_PREFIX } from '../../../domain/webhooks/sign.ts'
import { decrypt, encrypt } from '../../../kit/secrets.ts'
import { config } from '../../../runtime/config.ts'

/** Creates a signing secret, in plain text for the merchant and encrypted for the database. */
export function newSecret(): { secret: string; sealed: Buffer } {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  return { secret, sealed: encrypt(config().secretKey, Buffer.from(secret)) }
}

export function openSecret(sealed: Buffer): string {
  return decrypt(config().secretKeys, sealed).toString()
}
