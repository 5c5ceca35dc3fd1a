import type { Tx } from '../../../db/transaction.ts'
import { PASSKEY_LIFETIME } from '../../domain/members/passkey.ts'
import { proof, randomToken, sameSecret, sha256 } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'

/** The purpose of a challenge. A response to it is refused for another purpose. */
export type PasskeyPurpose = 'register' | 'sign_in' | 'prove'

/**
 * Returns a challenge for one purpose and one browser, whose secret its page knows. It is signed and not stored, because a page
 * that is only shown must write nothing.
 */
export function newChallenge(purpose: PasskeyPurpose, secret: string, now: Date): string {
  const ends = (now.getTime() + PASSKEY_LIFETIME).toString(36)
  const message = `${ends}.${randomToken()}`
  return `${message}.${signed(config().secretKey, purpose, secret, message)}`
}

/** Returns whether a challenge, in base64url, is ours for this purpose and browser, and still valid. */
export function isOwnChallenge(given: string, purpose: PasskeyPurpose, secret: string, now: Date): boolean {
  const [ends = '', random = '', sign = ''] = Buffer.from(given, 'base64url').toString().split('.')
  const isSigned = config().secretKeys.some((key) =>
    sameSecret(sign, signed(key, purpose, secret, `${ends}.${random}`)),
  )
  return isSigned && parseInt(ends, 36) > now.getTime()
}

/** Uses a challenge. Returns false if it was used before. */
export async function useChallenge(tx: Tx, given: string): Promise<boolean> {
  const { affectedRows } = await tx.sql.run(
    'INSERT IGNORE INTO used_challenges (challenge_hash, created_at) VALUES (?)',
    [[sha256(given), tx.now]],
  )
  return affectedRows === 1
}

function signed(key: Buffer, purpose: PasskeyPurpose, secret: string, message: string): string {
  return proof(key, 'passkey', `${purpose}.${secret}.${message}`)
}
