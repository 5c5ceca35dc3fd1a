/** In characters; what goes beyond is cut off. */
export const LONGEST_PAYER_NAME = 100
