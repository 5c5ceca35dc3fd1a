import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, time } from '../../kit/column.ts'

/**
 * One row for each address that requested a sign-in. Its lock lets requests for one address count each other, also for an
 * unknown address: otherwise simultaneous requests would tell which addresses are members'.
 */
export const signInAddressesTable = defineTable(
  'sign_in_addresses',
  {
    /** The SHA-256 of the canonical address. */
    email_hash: bytes('binary(32)'),
    /** The last request. */
    created_at: time(),
  },
  { primary: ['email_hash'], index: { sign_in_addresses_age: ['created_at'] } },
)

/** An address that requested a sign-in. */
export const SignInAddress = modelOf(signInAddressesTable)
export type SignInAddress = InstanceType<typeof SignInAddress>
