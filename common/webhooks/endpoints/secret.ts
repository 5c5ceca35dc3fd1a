import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'
import { SECRET_BYTES, SECRET_PREFIX } from '../rules/sign.ts'

/** Creates a signing secret, in plain text for the merchant and encrypted for the database. */
export function newSecret(): { secret: string; sealed: Buffer } {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  return { secret, sealed: encrypt(config().secretKey, Buffer.from(secret)) }
}

export function openSecret(sealed: Buffer): string {
  return decrypt(config().secretKeys, sealed).toString()
}
