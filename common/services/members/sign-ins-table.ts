import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { LONGEST_GOAL } from '../../domain/members/sign-in.ts'
import { bytes, char, flag, integer, primaryKey, reference, time, varchar } from '../../kit/column.ts'

/** Requests to sign in, also for unknown addresses, so that both take the same time and count for the same limits. */
export const signInsTable = defineTable(
  'sign_ins',
  {
    id: primaryKey(),
    /** Null if the address is not a member's. */
    member_id: reference().nullable(),
    /** The SHA-256 of the canonical address: a stranger's address is not stored. */
    email_hash: bytes('binary(32)'),
    network: varchar(64).ascii().kept(),
    /** The browser that requested it, and the only one that may enter the code. */
    browser_hash: bytes('binary(32)').nullable(),
    /** Link and code follow from it and `SECRET_KEY`, so the database holds neither. */
    nonce: char(22).ascii().kept(),
    /** Opening the link signs in, without a button: only for links that `bin/dev` prints. */
    opens_directly: flag().default(0),
    /** The page to open after the sign-in. */
    goal: varchar(LONGEST_GOAL).ascii().nullable().kept(),
    /** Number of wrong codes that were entered. */
    tries: integer().default(0),
    used_at: time().nullable(),
    expires_at: time(),
    created_at: time(),
  },
  {
    index: {
      sign_ins_email: ['email_hash', 'created_at'],
      sign_ins_network: ['network', 'created_at'],
      sign_ins_browser: ['browser_hash', 'id'],
      sign_ins_age: ['created_at'],
    },
  },
)

/** A requested sign-in or proof. */
export const SignIn = modelOf(signInsTable)
export type SignIn = InstanceType<typeof SignIn>
