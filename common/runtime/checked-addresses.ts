import dns from 'node:dns'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isPublicAddress } from '../kit/public-address.ts'
import { SECOND } from '../kit/time.ts'
import { OutsideError } from './outside-error.ts'

export interface Address {
  address: string
  family: number
}

/** Rules for addresses; see `Guard`. */
interface Allowed {
  allowPrivate: boolean
  isPublic?: (address: string) => boolean
}

/**
 * Resolves a host. Throws an `OutsideError` if any of its addresses is not allowed, or if the name servers
 * take longer than `within` milliseconds.
 */
export async function checkedAddresses(host: string, allowed: Allowed, within: number): Promise<Address[]> {
  const done = new AbortController()
  const late = pause(within, undefined, { signal: done.signal }).then(() => {
    throw new OutsideError(`the name was not resolved within ${within / SECOND} s`, 'unclear')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([addressesOf(host, allowed), late])
  } finally {
    done.abort()
  }
}

/** Node never calls `lookup` for an IP literal, so literals are checked here by the same rule as names. */
async function addressesOf(
  host: string,
  { allowPrivate, isPublic = isPublicAddress }: Allowed,
): Promise<Address[]> {
  const literal = host.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const found = family > 0 ? [{ address: literal, family }] : await resolve(host, allowPrivate)
  if (found.length === 0) throw new OutsideError('the name does not resolve')
  if (!allowPrivate && !found.every(({ address }) => isPublic(address)))
    throw new OutsideError('the address is not public')
  return found
}

/**
 * Queries the name servers directly: the system's resolver has only a few threads, and one slow name
 * would block all others. Names in `/etc/hosts` are not public, so they work only in development.
 */
async function resolve(name: string, allowPrivate: boolean): Promise<Address[]> {
  if (allowPrivate) return dns.promises.lookup(name, { all: true })
  const [four, six] = await Promise.allSettled([dns.promises.resolve4(name), dns.promises.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
}
