import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Random bytes that were fetched for many tokens: to ask the system takes longer than all else that makes one. */
let fetched = Buffer.alloc(0)
let given = 0

/** 128 random bits as 22 characters that need no escaping in an address. */
export function randomToken(bytes = 16): string {
  if (given + bytes > fetched.length) {
    fetched = randomBytes(2_048)
    given = 0
  }
  const token = fetched.toString('base64url', given, given + bytes)
  fetched.fill(0, given, (given += bytes)) // what was given out is nowhere else
  return token
}

export function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Keyed proof that we wrote `message`, for a purpose, so that a proof for one cannot serve another. */
export function proof(key: Buffer, purpose: string, message: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${message}`).digest('base64url')
}

/** Compares in a time that tells nothing about where two texts differ. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

const IV = 12
const TAG = 16

/** AES-256-GCM; the result carries its nonce and its tag. `key` is 32 bytes. */
export function encrypt(key: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Undoes `encrypt` with the first of `keys` that fits; throws where none does. */
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
