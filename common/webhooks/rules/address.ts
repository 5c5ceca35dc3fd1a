import { isClosedPort } from '../../kit/closed-ports.ts'
import { isPublicAddress } from '../../kit/public-address.ts'

const LONGEST = 2048
const LITERAL_4 = /^\d+\.\d+\.\d+\.\d+$/

/** What an endpoint's address may be. */
export interface AddressRules {
  /** `http:` too. */
  allowHttp: boolean
  /** Addresses that are not public too. */
  allowPrivate: boolean
}

/** In live mode only `https:`; test mode may do without. The operator can lift both for development. */
export function addressRules(isTest: boolean, allowPrivate: boolean): AddressRules {
  return { allowHttp: isTest || allowPrivate, allowPrivate }
}

/**
 * Why `address` cannot be an endpoint's, as the end of a sentence; null where it can. A name is only
 * looked up when something is sent to it, since what it leads to may change.
 */
export function unfitEndpointAddress(
  address: string,
  { allowHttp, allowPrivate }: AddressRules,
): string | null {
  if (address.length > LONGEST) return `must be at most ${LONGEST} characters long`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:\/\//i.test(address)) return 'must be an absolute address that starts with https://'
  if (url.protocol === 'http:' && !allowHttp) return 'must start with https://'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (isClosedPort(url)) return `must not use port ${url.port}, which belongs to another kind of service`
  if (!allowPrivate && isPrivateLiteral(url.hostname)) return 'must lead to a public address'
  return null
}

/** `URL` has brought every spelling of an IPv4 address (`127.1`, `0x7f000001`) into its full form. */
function isPrivateLiteral(host: string): boolean {
  const literal = host.startsWith('[') ? host.slice(1, -1) : LITERAL_4.test(host) ? host : null
  return literal !== null && !isPublicAddress(literal)
}
