import { SECOND } from '../kit/time.ts'

/**
 * Who has to answer for a call that came to nothing: the receiver, we ourselves, or `unclear`, where
 * only a look at our own network can tell.
 */
export type Fault = 'theirs' | 'ours' | 'unclear'

/** No answer came from an address that a user chose; the message says why, in words for that user. */
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
const NO_TLS = /^(ERR_SSL|EPROTO)/

/** What a name server says, or its silence; a name that does not exist is an answer. */
const NO_SUCH_NAME = /^(ENOTFOUND|ENODATA)$/
const ASKING_NAMES = /^(query|getaddrinfo)/

/** This machine has run out of something, or may not: nothing has left it. */
const OURS = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|ENETDOWN|EPERM)$/
const UNCLEAR = /^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

interface Cause {
  name?: string
  code?: string
  syscall?: string
  address?: string
}

/** Says what went wrong without naming anything of ours. `connectWithin` is in milliseconds. */
export function outsideError(error: unknown, connectWithin: number): OutsideError {
  if (error instanceof OutsideError) return error
  const causes = causesOf(error)
  const faults = causes.map(faultOf)
  // One address that answered, if only to refuse, shows that we can get there.
  const fault = faults.includes('theirs')
    ? 'theirs'
    : faults.every((each) => each === 'ours')
      ? 'ours'
      : 'unclear'
  return new OutsideError(messageFor(causes[0], connectWithin), fault)
}

/** Several addresses that all failed come as one error around theirs. */
function causesOf(error: unknown): readonly [Cause, ...Cause[]] {
  const { errors = [] } = error as { errors?: Cause[] }
  const [first, ...rest] = errors
  return first ? [first, ...rest] : [error as Cause]
}

function faultOf({ code = '', syscall = '', address = '' }: Cause): Fault {
  if (OURS.test(code)) return 'ours'
  if (ASKING_NAMES.test(syscall)) return NO_SUCH_NAME.test(code) ? 'theirs' : 'unclear'
  // No port is left; or this machine has no IPv6, which a receiver with nothing else must be told.
  if (code === 'EADDRNOTAVAIL') return address.includes(':') ? 'unclear' : 'ours'
  return UNCLEAR.test(code) ? 'unclear' : 'theirs'
}

function messageFor({ name, code = '', syscall = '' }: Cause, connectWithin: number): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${connectWithin / SECOND} s`
  if (OURS.test(code)) return 'the request could not be sent'
  if (ASKING_NAMES.test(syscall) && !NO_SUCH_NAME.test(code)) return 'the name servers do not answer'
  if (MESSAGES[code] !== undefined) return MESSAGES[code]
  if (UNTRUSTED.test(code)) return 'the TLS certificate is not trusted'
  if (NO_TLS.test(code)) return 'no TLS connection could be made'
  return name === 'HTTPParserError' ? 'the answer is not valid HTTP' : 'the request failed'
}
