import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, primaryKey, reference, time, varchar } from '../../kit/column.ts'

/** The passkeys of members: public keys, whose private halves never leave the member's devices. */
export const passkeysTable = defineTable(
  'passkeys',
  {
    id: primaryKey(),
    member_id: reference(),
    /** The SHA-256 of the credential's id, which is too long for an index. */
    credential_hash: bytes('binary(32)'),
    /** In base64url, as browsers send it. */
    credential_id: varchar(1400).ascii().kept(),
    public_key: bytes('blob'),
    /** Number of uses that the device reports; 0 if the device does not count. */
    counter: reference(),
    /** The member's own name for it. */
    name: varchar(100).kept(),
    last_used_at: time().nullable(),
    created_at: time(),
  },
  {
    unique: { passkeys_credential: ['credential_hash'] },
    index: { passkeys_member: ['member_id', 'id'] },
  },
)

/** A passkey of a member. */
export const Passkey = modelOf(passkeysTable)
export type Passkey = InstanceType<typeof Passkey>
