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

/** Which addresses may be connected to, as `Guard` has it. */
interface Allowed {
  allowPrivate: boolean
  isPublic?: (address: string) => boolean
}

/**
 * The addresses of a host, all of which may be connected to: one that may not rules out the others.
 * Throws an `OutsideError` otherwise, and where the name servers take longer than `within` milliseconds.
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

/** Node never asks a `lookup` for a literal, so it is checked here by the same rule as a name. */
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
 * Asks the name servers directly: the system's resolver has only a few threads, which one slow name
 * would keep from all others. What `/etc/hosts` knows is not public and only for development.
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
