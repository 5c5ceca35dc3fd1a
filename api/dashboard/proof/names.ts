/** The fields of the page that asks for a proof. Forms of pages must not use these names. */
export const PROOF_CODE = 'proof_code'
export const PROOF_STEP = 'proof_step'

export const FORM_TOKEN = 'form_token'
