import { MINUTE } from '../../kit/time.ts'

/** Time that a page waits for a passkey, in milliseconds. */
export const PASSKEY_LIFETIME = 15 * MINUTE

/** A member has at most this many passkeys. */
export const MOST_PASSKEYS = 20

/** The longest name of a passkey, in characters. */
export const LONGEST_PASSKEY_NAME = 100

/** The name of a member's passkeys in the changes of the audit log. */
export const PASSKEY_FIELD = 'passkey'

/** The longest id of a credential, in base64url: 1023 bytes, by the standard. */
export const LONGEST_CREDENTIAL_ID = 1364
