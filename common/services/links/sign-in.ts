import { CODE_LENGTH } from '../../domain/members/sign-in.ts'
import { proof, sameSecret } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'

/** A row of `sign_ins`. Its link and its code follow from it and `SECRET_KEY`, so that neither is stored. */
export interface SignInName {
  id: number
  nonce: string
}

const LINK = 'dashboard-link'
const CODE = 'dashboard-code'

/** Returns the address that signs a member in, after a button is pressed there. */
export function signInUrl(signIn: SignInName): string {
  return `${config().baseUrl}/dashboard/sign-in/${signIn.id}/${proof(config().secretKey, LINK, message(signIn))}`
}

/** Returns the code that signs a member in on the device that requested it. */
export function signInCode(signIn: SignInName): string {
  return codeWith(config().secretKey, signIn)
}

/** Returns whether `secret` is the last part of this sign-in's address. */
export function isSignInSecret(signIn: SignInName, secret: string): boolean {
  return config().secretKeys.some((key) => sameSecret(secret, proof(key, LINK, message(signIn))))
}

/** Returns whether `code` is this sign-in's code. */
export function isSignInCode(signIn: SignInName, code: string): boolean {
  return config().secretKeys.some((key) => sameSecret(code, codeWith(key, signIn)))
}

function codeWith(key: Buffer, signIn: SignInName): string {
  // 64 bits modulo a million: no digit is more likely than another by more than 10^-13.
  const number = Buffer.from(proof(key, CODE, message(signIn)), 'base64url').readBigUInt64BE()
  return String(number % 10n ** BigInt(CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

function message({ id, nonce }: SignInName): string {
  return `${id}.${nonce}`
}
