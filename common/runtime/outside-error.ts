import { SECOND } from '../kit/time.ts'

/**
 * Side that caused a failed call: the receiver, ourselves, or `unclear` until our own network has been
 * checked.
 */
export type Fault = 'theirs' | 'ours' | 'unclear'

/** An address that a user chose gave no response. The message is written for that user. */
export class OutsideError extends Error {
  readonly fault: Fault

  constructor(message: string, fault: Fault = 'theirs') {
    super(message)
    this.fault = fault
  }
}

const MESSAGES: Record<string, string> = {
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  CERT_NOT_YET_VALID: 'the TLS certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
}

const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|CERT_)/
const TLS_FAILED = /^(ERR_SSL|EPROTO)/

/** Errors of name resolution. A name that does not exist is the receiver's fault, silence is unclear. */
const NO_SUCH_NAME = /^(ENOTFOUND|ENODATA)$/
const NAME_QUERY = /^(query|getaddrinfo)/

/** This machine lacks a resource or permission: no packet was sent. */
const OUR_FAULT = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|ENETDOWN|EPERM)$/
const UNCLEAR_FAULT = /^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

interface Cause {
  name?: string
  code?: string
  syscall?: string
  address?: string
}

/** Describes what went wrong without internal details. `connectWithin` is in milliseconds. */
export function outsideError(error: unknown, connectWithin: number): OutsideError {
  if (error instanceof OutsideError) return error
  const causes = causesOf(error)
  const faults = causes.map(faultOf)
  // A response from one address, even a refusal, shows that our network works.
  const fault = faults.includes('theirs')
    ? 'theirs'
    : faults.every((each) => each === 'ours')
      ? 'ours'
      : 'unclear'
  return new OutsideError(messageFor(causes[0], connectWithin), fault)
}

/** Unwraps the error that Node throws if all addresses of a name failed. */
function causesOf(error: unknown): readonly [Cause, ...Cause[]] {
  const { errors = [] } = error as { errors?: Cause[] }
  const [first, ...rest] = errors
  return first ? [first, ...rest] : [error as Cause]
}

function faultOf({ code = '', syscall = '', address = '' }: Cause): Fault {
  if (OUR_FAULT.test(code)) return 'ours'
  if (NAME_QUERY.test(syscall)) return NO_SUCH_NAME.test(code) ? 'theirs' : 'unclear'
  // IPv4: we are out of ports. IPv6: this machine may have none, and an IPv6-only receiver must learn that.
  if (code === 'EADDRNOTAVAIL') return address.includes(':') ? 'unclear' : 'ours'
  return UNCLEAR_FAULT.test(code) ? 'unclear' : 'theirs'
}

function messageFor({ name, code = '', syscall = '' }: Cause, connectWithin: number): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${connectWithin / SECOND} s`
  if (OUR_FAULT.test(code)) return 'the request could not be sent'
  if (NAME_QUERY.test(syscall) && !NO_SUCH_NAME.test(code)) return 'the name servers do not answer'
  if (MESSAGES[code] !== undefined) return MESSAGES[code]
  if (UNTRUSTED.test(code)) return 'the TLS certificate is not trusted'
  if (TLS_FAILED.test(code)) return 'no TLS connection could be made'
  return name === 'HTTPParserError' ? 'the answer is not valid HTTP' : 'the request failed'
}
