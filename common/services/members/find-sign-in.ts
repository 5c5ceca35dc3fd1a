import { sha256 } from '../../kit/secrets.ts'
import { isSignInSecret } from '../links/sign-in.ts'
import { SignIn } from './sign-ins-table.ts'

/** Finds a sign-in by its link; returns null if the secret is wrong. */
export async function followSignInLink(id: number, secret: string): Promise<SignIn | null> {
  const signIn = await SignIn.findByPk(id)
  return signIn && isSignInSecret(signIn, secret) ? signIn : null
}

/** Finds the newest sign-in that a browser requested; returns null if it requested none. */
export function findSignInOf(browser: string): Promise<SignIn | null> {
  return SignIn.findOne({ where: { browserHash: sha256(browser) }, order: [['id', 'DESC']] })
}
