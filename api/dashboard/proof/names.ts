/** The fields of the page that asks for a proof. Forms of pages must not use these names. */
export const PROOF_CODE = 'proof_code'
export const PROOF_STEP = 'proof_step'

/** A browser's response about a passkey, as JSON. */
export const PASSKEY = 'passkey'

export const FORM_TOKEN = 'form_token'
