import dns from 'node:dns'
import { SECOND } from '../kit/time.ts'

const ANSWER_WITHIN = SECOND
/** Many calls fail at once when our network does: they share one look. */
const KNOWN_FOR = SECOND

/** What a resolver says who is there and will not or cannot tell. */
const AN_ANSWER = /^(ENOTFOUND|ENODATA|EREFUSED|ENOTIMP|EFORMERR|EBADRESP)$/

let last: { at: number; servers: string; works: Promise<boolean> } | undefined

/**
 * Whether our own way out works: our name servers are asked for the root's, which each of them knows.
 * Silence, and an answer that they get none themselves, is trouble of ours and no receiver's.
 */
export function ownNetworkWorks(): Promise<boolean> {
  const servers = dns.getServers().join()
  if (last?.servers !== servers || performance.now() - last.at > KNOWN_FOR)
    last = { at: performance.now(), servers, works: look() }
  return last.works
}

async function look(): Promise<boolean> {
  const resolver = new dns.promises.Resolver({ timeout: ANSWER_WITHIN, tries: 2 })
  resolver.setServers(dns.getServers())
  try {
    await resolver.resolveNs('.')
    return true
  } catch (error) {
    return AN_ANSWER.test((error as NodeJS.ErrnoException).code ?? '')
  }
}
