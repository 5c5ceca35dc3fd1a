import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
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
import { SignIn } from './sign-ins-table.ts'

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
export async function signInByLink(tx: ModelTx, id: number, browser: Browser): Promise<SignInResult> {
  const signIn = await lockSignIn(tx, id)
  const state = signInState(signIn, tx.now)
  return state === 'open' ? useSignIn(tx, signIn, browser) : { refused: state }
}

/** Signs a member in by a typed code. Counts a wrong one; the fifth ends the sign-in. */
export async function signInByCode(
  tx: ModelTx,
  id: number,
  typed: string,
  browser: Browser,
): Promise<SignInResult> {
  const result = await tryCode(tx, id, typed)
  return 'refused' in result ? result : useSignIn(tx, result, browser)
}

/** The sign-in whose code was typed, or why the code does not count. */
type TriedCode = SignIn | { refused: Refused }

/** Locks a sign-in and checks a typed code. Counts a wrong one of six digits. */
export async function tryCode(tx: ModelTx, id: number, typed: string): Promise<TriedCode> {
  const signIn = await lockSignIn(tx, id)
  const state = signInState(signIn, tx.now)
  if (state !== 'open') return { refused: state }
  if (await areCodesClosed(tx, signIn)) return { refused: 'closed' }
  const code = readCode(typed)
  if (!/^\d{6}$/.test(code)) return { refused: 'incomplete' }
  const isRight = isSignInCode(signIn, code)
  if (isRight && signIn.memberId !== null) return signIn
  await signIn.update({ tries: signIn.tries + 1 }, { transaction: tx.transaction })
  return { refused: signIn.tries >= MOST_TRIES ? 'guessed' : 'wrong' }
}

async function lockSignIn({ transaction }: ModelTx, id: number): Promise<SignIn> {
  const signIn = await SignIn.findByPk(id, { lock: true, transaction })
  if (!signIn) throw new Error(`there is no sign-in ${id}`)
  return signIn
}

async function areCodesClosed({ now, transaction }: ModelTx, { emailHash }: SignIn): Promise<boolean> {
  const createdAt = { [Op.gt]: later(now, -WRONG_CODES_WITHIN) }
  return (await SignIn.sum('tries', { where: { emailHash, createdAt }, transaction })) >= MOST_WRONG_CODES
}

async function useSignIn(tx: ModelTx, signIn: SignIn, browser: Browser): Promise<SignInResult> {
  await signIn.update({ usedAt: tx.now }, { transaction: tx.transaction })
  return (await beginSession(tx, signIn.memberId!, browser)) ?? { refused: 'expired' }
}
