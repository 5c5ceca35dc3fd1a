import { isClosedPort } from '../../kit/closed-ports.ts'
import { isPublicAddress } from '../../kit/public-address.ts'
import { hasInvalidPunycode } from '../../kit/punycode.ts'
import { parseUrl } from '../../kit/web-address.ts'

const LONGEST = 2048
const LITERAL_4 = /^\d+\.\d+\.\d+\.\d+$/

/** Rules for an endpoint's address. */
export interface AddressRules {
  /** Allows `http:`. */
  allowHttp: boolean
  /** Allows addresses that are not public. */
  allowPrivate: boolean
}

/** Returns the rules of a mode: live mode requires `https:`. The operator can lift all rules for development. */
export function addressRules(isTest: boolean, allowPrivate: boolean): AddressRules {
  return { allowHttp: isTest || allowPrivate, allowPrivate }
}

type AddressFault = 'too_long' | 'not_absolute' | 'not_https' | 'password' | 'port' | 'private'

/**
 * Returns why `address` cannot be an endpoint's, or null if it can. A name is only resolved when something is sent to it,
 * since its address may change.
 */
export function endpointAddressFault(
  address: string,
  { allowHttp, allowPrivate }: AddressRules,
): AddressFault | null {
  if (address.length > LONGEST) return 'too_long'
  const url = parseUrl(address)
  if (!url || !/^https?:\/\//i.test(address) || hasInvalidPunycode(url.hostname)) return 'not_absolute'
  if (url.protocol === 'http:' && !allowHttp) return 'not_https'
  if (url.username || url.password) return 'password'
  if (isClosedPort(url)) return 'port'
  return !allowPrivate && isPrivateLiteral(url.hostname) ? 'private' : null
}

const SENTENCES: Record<AddressFault, (address: string, rules: AddressRules) => string> = {
  too_long: () => `must be at most ${LONGEST} characters long`,
  not_absolute: (_address, { allowHttp }) =>
    `must be an absolute address that starts with ${allowHttp ? 'https:// or http://' : 'https://'}`,
  not_https: () => 'must start with https://',
  password: () => 'must not contain a user name or password',
  port: (address) => `must not use port ${new URL(address).port}, which belongs to another kind of service`,
  private: () => 'must lead to a public address',
}

/** Returns why `address` cannot be an endpoint's, as the end of a sentence; null if it can. */
export function unfitEndpointAddress(address: string, rules: AddressRules): string | null {
  const fault = endpointAddressFault(address, rules)
  return fault && SENTENCES[fault](address, rules)
}

/** Returns whether a host is a private IP address. `URL` has normalized forms such as `127.1` and `0x7f000001`. */
function isPrivateLiteral(host: string): boolean {
  const literal = host.startsWith('[') ? host.slice(1, -1) : LITERAL_4.test(host) ? host : null
  return literal !== null && !isPublicAddress(literal)
}
