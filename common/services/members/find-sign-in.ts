import type { Row } from '../../../db/define-table.ts'
import type { Sql } from '../../../db/sql.ts'
import { sha256 } from '../../kit/secrets.ts'
import { isSignInSecret } from '../links/sign-in.ts'
import type { signInsTable } from './sign-ins-table.ts'

/** A requested sign-in. `email` is null if the address is not a member's. */
export interface SignIn extends Row<typeof signInsTable> {
  email: string | null
}

const SELECT = `SELECT sign_in.*, member.email FROM sign_ins sign_in
  LEFT JOIN members member ON member.id = sign_in.member_id`

/** Finds a sign-in by its link; returns null if the secret is wrong. */
export async function followSignInLink(sql: Sql, id: number, secret: string): Promise<SignIn | null> {
  const signIn = await sql.row<SignIn>(`${SELECT} WHERE sign_in.id = ?`, [id])
  return signIn && isSignInSecret(signIn, secret) ? signIn : null
}

/** Finds the newest sign-in that a browser requested; returns null if it requested none. */
export async function findSignInOf(sql: Sql, browser: string): Promise<SignIn | null> {
  const text = `${SELECT} WHERE sign_in.browser_hash = ? ORDER BY sign_in.id DESC LIMIT 1`
  return (await sql.row<SignIn>(text, [sha256(browser)])) ?? null
}
