import type { Tx } from '../../../db/transaction.ts'
import {
  MOST_TRIES,
  MOST_WRONG_CODES,
  readCode,
  type SignInState,
  signInState,
  WRONG_CODES_WITHIN,
} from '../../domain/members/sign-in.ts'
import { later } from '../../kit/time.ts'
import { isSignInCode } from '../links/sign-in.ts'
import { beginSession, type BegunSession } from './begin-session.ts'
import type { SignIn } from './find-sign-in.ts'

/** The browser that signs in. */
export interface Browser {
  userAgent: string
  /** The secret of a session that it has already. That session ends. */
  session: string | null
}

/** Why a link or code does not sign in. `incomplete`: a code without six digits, which does not count as a try. `wrong`: another code. `closed`: only links work today. */
export type Refused = Exclude<SignInState, 'open'> | 'incomplete' | 'wrong' | 'closed'

/** The new session, or why the member was not signed in. */
export type SignInResult = BegunSession | { refused: Refused }

/** Signs a member in by the link that was followed. It works once. */
export async function signInByLink(tx: Tx, id: number, browser: Browser): Promise<SignInResult> {
  const signIn = await lockSignIn(tx, id)
  const state = signInState(signIn, tx.now)
  return state === 'open' ? useSignIn(tx, signIn, browser) : { refused: state }
}

/** Signs a member in by a typed code. Counts a wrong one; the fifth ends the sign-in. */
export async function signInByCode(
  tx: Tx,
  id: number,
  typed: string,
  browser: Browser,
): Promise<SignInResult> {
  const result = await tryCode(tx, id, typed)
  return 'refused' in result ? result : useSignIn(tx, result, browser)
}

/** The sign-in whose code was typed, or why the code does not count. */
type TriedCode = Omit<SignIn, 'email'> | { refused: Refused }

/** Locks a sign-in and checks a typed code. Counts a wrong one of six digits. */
export async function tryCode(tx: Tx, id: number, typed: string): Promise<TriedCode> {
  const signIn = await lockSignIn(tx, id)
  const state = signInState(signIn, tx.now)
  if (state !== 'open') return { refused: state }
  if (await areCodesClosed(tx, signIn)) return { refused: 'closed' }
  const code = readCode(typed)
  if (!/^\d{6}$/.test(code)) return { refused: 'incomplete' }
  const isRight = isSignInCode(signIn, code)
  if (isRight && signIn.member_id !== null) return signIn
  await tx.sql.write('UPDATE sign_ins SET tries = tries + 1 WHERE id = ?', [id])
  return { refused: signIn.tries + 1 >= MOST_TRIES ? 'guessed' : 'wrong' }
}

async function lockSignIn(tx: Tx, id: number): Promise<Omit<SignIn, 'email'>> {
  const signIn = await tx.sql.row<SignIn>('SELECT * FROM sign_ins WHERE id = ? FOR UPDATE', [id])
  if (!signIn) throw new Error(`there is no sign-in ${id}`)
  return signIn
}

async function areCodesClosed(tx: Tx, { email_hash: hash }: Omit<SignIn, 'email'>): Promise<boolean> {
  const row = await tx.sql.row<{ tries: number }>(
    'SELECT CAST(COALESCE(SUM(tries), 0) AS SIGNED) AS tries FROM sign_ins WHERE email_hash = ? AND created_at > ?',
    [hash, later(tx.now, -WRONG_CODES_WITHIN)],
  )
  return row!.tries >= MOST_WRONG_CODES
}

async function useSignIn(
  tx: Tx,
  { id, member_id: memberId }: Omit<SignIn, 'email'>,
  browser: Browser,
): Promise<SignInResult> {
  await tx.sql.write('UPDATE sign_ins SET used_at = ? WHERE id = ?', [tx.now, id])
  return (await beginSession(tx, memberId!, browser)) ?? { refused: 'expired' }
}
