import { deliveryHeaders, SECRET_BYTES, SECRET_PREFIX } from '../../../domain/webhooks/sign.ts'
import { proof } from '../../../kit/secrets.ts'
import { realNow } from '../../../runtime/clock.ts'
import { config } from '../../../runtime/config.ts'
import { guardedRequest } from '../../../runtime/guarded-http.ts'
import { OutsideError } from '../../../runtime/outside-error.ts'
import type { FollowedEvent } from '../../events/follow.ts'
import type { Scope } from '../../projects/project.ts'

/** The operator forwards to an address on their own machine, so any address is allowed. */
export const OWN_ADDRESS = { allowHttp: true, allowPrivate: true }

/** The receiver's response status to a forwarded event, or the error without a response. */
export interface Forwarded {
  status: number | null
  error: string | null
}

/** Posts an event in the form of a delivery. Records nothing and never retries. */
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
 * Returns the secret that signs forwarded events of a project and mode. It never changes, so the receiver is
 * configured once, and differs from the secrets of endpoints.
 */
export function forwardingSecret({ project, isTest }: Scope): string {
  const key = proof(config().secretKey, 'forward', `${project.id} ${isTest ? 'test' : 'live'}`)
  return SECRET_PREFIX + Buffer.from(key, 'base64url').subarray(0, SECRET_BYTES).toString('base64')
}
