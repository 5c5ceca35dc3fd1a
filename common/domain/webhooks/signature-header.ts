/** A header name is a token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/

/** Headers that a delivery already uses, or that control HTTP itself. */
const TAKEN =
  /^(webhook-.*|content-.*|host|user-agent|date|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i

/** Describes a valid header for the plain signature, as the end of a sentence. */
export const SIGNATURE_HEADER =
  'the name of an unused HTTP header of at most 64 characters, such as X-Signature'

/** Returns whether the plain signature can be sent in a header of this name. */
export function isSignatureHeader(name: string): boolean {
  return NAME.test(name) && !TAKEN.test(name)
}
