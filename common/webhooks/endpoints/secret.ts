import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'
import { SECRET_PREFIX } from '../rules/sign.ts'

/** A multiple of three, so that its base64 ends without padding. */
const BYTES = 24

/** A new signing secret, as the merchant is shown it and as it is kept. */
export function newSecret(): { secret: string; sealed: Buffer } {
  const secret = SECRET_PREFIX + randomBytes(BYTES).toString('base64')
  return { secret, sealed: encrypt(config().secretKey, Buffer.from(secret)) }
}

export function openSecret(sealed: Buffer): string {
  return decrypt(config().secretKeys, sealed).toString()
}
