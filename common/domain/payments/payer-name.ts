/** In characters. A longer name is truncated. */
export const LONGEST_PAYER_NAME = 100
