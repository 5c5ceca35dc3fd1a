import dns from 'node:dns'
import { SECOND } from '../kit/time.ts'

const RESPONSE_TIMEOUT = SECOND
/** An outage fails many calls at once: they share one check, in milliseconds. */
const KNOWN_FOR = SECOND

/** Errors that only a reachable resolver returns. */
const IS_RESPONSE = /^(ENOTFOUND|ENODATA|EREFUSED|ENOTIMP|EFORMERR|EBADRESP)$/

let last: { at: number; servers: string; works: Promise<boolean> } | undefined

/**
 * Returns whether our own network works: queries our name servers for the root servers, which each one
 * knows. A timeout, or their report of one, means that our network is down, not the receiver.
 */
export function ownNetworkWorks(): Promise<boolean> {
  const servers = dns.getServers().join()
  if (last?.servers !== servers || performance.now() - last.at > KNOWN_FOR)
    last = { at: performance.now(), servers, works: check() }
  return last.works
}

async function check(): Promise<boolean> {
  const resolver = new dns.promises.Resolver({ timeout: RESPONSE_TIMEOUT, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    await resolver.resolveNs('.')
    return true
  } catch (error) {
    return IS_RESPONSE.test((error as NodeJS.ErrnoException).code ?? '')
  }
}
