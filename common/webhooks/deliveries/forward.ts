import type { FollowedEvent } from '../../events/follow.ts'
import { proof } from '../../kit/secrets.ts'
import type { Scope } from '../../projects/project.ts'
import { realNow } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'
import { guardedRequest } from '../../runtime/guarded-http.ts'
import { OutsideError } from '../../runtime/outside-error.ts'
import { deliveryHeaders, SECRET_BYTES, SECRET_PREFIX } from '../rules/sign.ts'

/** Whoever forwards chooses the address on their own machine: it may be any. */
export const OWN_ADDRESS = { allowHttp: true, allowPrivate: true }

/** What a receiver made of an event that was forwarded: a status, or why there is none. */
export interface Forwarded {
  status: number | null
  error: string | null
}

/** Posts an event as a delivery of it is posted. Nothing is written down, and nothing repeated. */
export async function forwardEvent(
  { id, body }: FollowedEvent,
  url: string,
  secret: string,
): Promise<Forwarded> {
  const plainHeader = config().webhookSignatureHeader
  const headers = deliveryHeaders({ eventId: id, body, at: realNow(), secrets: [secret], plainHeader })
  try {
    const { status } = await guardedRequest({ method: 'POST', url, headers, body }, OWN_ADDRESS)
    return { status, error: null }
  } catch (error) {
    if (error instanceof OutsideError) return { status: null, error: error.message }
    throw error
  }
}

/**
 * What signs forwarded events of a project and mode: always the same, so that a receiver is told once; it
 * is none of any endpoint's.
 */
export function forwardingSecret({ project, isTest }: Scope): string {
  const key = proof(config().secretKey, 'forward', `${project.id} ${isTest ? 'test' : 'live'}`)
  return SECRET_PREFIX + Buffer.from(key, 'base64url').subarray(0, SECRET_BYTES).toString('base64')
}
