/** The name of a header is a token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/

/** A delivery carries them already, or they decide how it travels. */
const TAKEN =
  /^(webhook-.*|content-.*|host|user-agent|date|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i

/** What a header for the plain signature must be, as the end of a sentence. */
export const SIGNATURE_HEADER =
  'the name of an HTTP header that has no meaning yet, of at most 64 characters, such as X-Signature'

/** Whether the plain signature can go in a header of this name. */
export function isSignatureHeader(name: string): boolean {
  return NAME.test(name) && !TAKEN.test(name)
}
