import { SECOND } from '../kit/time.ts'

/** No answer came from an address that a user chose; the message says why, in words for that user. */
export class OutsideError extends Error {}

const WORDS: Record<string, string> = {
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve',
  EAI_AGAIN: 'the name servers do not answer',
  ESERVFAIL: 'the name servers do not answer',
  ETIMEOUT: 'the name servers do not answer',
  EREFUSED: 'the name servers do not answer',
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
}

const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|CERT_)/
const NO_TLS = /^(ERR_SSL|EPROTO)/

/** Says what went wrong without naming anything of ours. `connectWithin` is in milliseconds. */
export function outsideError(error: unknown, connectWithin: number): OutsideError {
  if (error instanceof OutsideError) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new OutsideError(`no connection within ${connectWithin / SECOND} s`)
  return new OutsideError(WORDS[code] ?? family(code))
}

function family(code: string): string {
  if (UNTRUSTED.test(code)) return 'the TLS certificate is not trusted'
  if (NO_TLS.test(code)) return 'no TLS connection could be made'
  return code === 'HTTPParserError' ? 'the answer is not valid HTTP' : 'the request failed'
}

/** Several addresses that all failed come as one error around theirs. */
function codeOf(error: unknown): string {
  const { name, code, errors } = error as { name: string; code?: string; errors?: { code?: string }[] }
  if (name === 'HTTPParserError') return name
  return code ?? errors?.[0]?.code ?? ''
}
