import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns 128 random bits as 22 characters that need no escaping in an address. */
export function randomToken(bytes = 16): string {
  return randomBytes(bytes).toString('base64url')
}

export function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

/** Returns a keyed signature of `message`. The purpose ensures that it is not valid for another purpose. */
export function proof(key: Buffer, purpose: string, message: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${message}`).digest('base64url')
}

/** Compares two texts in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

const IV = 12
const TAG = 16

/** Encrypts with AES-256-GCM; the result contains its nonce and its tag. `key` is 32 bytes. */
export function encrypt(key: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts with the first of `keys` that fits. Throws if none does. */
export function decrypt(keys: readonly Buffer[], sealed: Buffer): Buffer {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
      decipher.setAuthTag(sealed.subarray(IV, IV + TAG))
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
    } catch {
      continue
    }
  }
  throw new Error('No key in use decrypts this value: was SECRET_KEY changed without SECRET_KEY_PREVIOUS?')
}
