import { isClosedPort } from '../../kit/closed-ports.ts'
import { isPublicAddress } from '../../kit/public-address.ts'
import { hasInvalidPunycode } from '../../kit/punycode.ts'

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

/**
 * Returns why `address` cannot be an endpoint's, as the end of a sentence; null if it can. A name is only
 * resolved when something is sent to it, since its address may change.
 */
export function unfitEndpointAddress(
  address: string,
  { allowHttp, allowPrivate }: AddressRules,
): string | null {
  if (address.length > LONGEST) return `must be at most ${LONGEST} characters long`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:\/\//i.test(address) || hasInvalidPunycode(url.hostname))
    return `must be an absolute address that starts with ${allowHttp ? 'https:// or http://' : 'https://'}`
  if (url.protocol === 'http:' && !allowHttp) return 'must start with https://'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (isClosedPort(url)) return `must not use port ${url.port}, which belongs to another kind of service`
  if (!allowPrivate && isPrivateLiteral(url.hostname)) return 'must lead to a public address'
  return null
}

/** Returns whether a host is a private IP address. `URL` has normalized forms such as `127.1` and `0x7f000001`. */
function isPrivateLiteral(host: string): boolean {
  const literal = host.startsWith('[') ? host.slice(1, -1) : LITERAL_4.test(host) ? host : null
  return literal !== null && !isPublicAddress(literal)
}
