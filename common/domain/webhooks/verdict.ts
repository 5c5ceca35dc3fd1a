interface Attempt {
  status_code: number | null
  duration_ms: number
  error: string | null
  duplicate: boolean
}

interface Delivery {
  event_type: string
  out_of_order: boolean
  status: string
  attempts: readonly Attempt[]
}

/** Duration in milliseconds from which a response is slow. After 15 s it counts as none. */
const SLOW = 5_000

/**
 * Returns findings of a rehearsal for the receiver's author, one sentence each. Judges only the responses:
 * only the receiver knows whether it processed a duplicate twice.
 */
export function verdict(
  deliveries: readonly Delivery[],
  { duplicates, reorder }: { duplicates: boolean; reorder: boolean },
): string[] {
  if (deliveries.length === 0)
    return ['Nothing was sent: the endpoint’s filter matches none of the rehearsed types.']
  const bad = deliveries.flatMap((delivery) =>
    delivery.attempts.flatMap((attempt) => problemOf(delivery, attempt) ?? []),
  )
  const canceled = deliveries.filter(({ status }) => status === 'canceled').length
  if (canceled > 0) bad.push(`${canceled} deliveries were canceled: the endpoint was deactivated meanwhile.`)
  const waiting = deliveries.filter(({ status }) => status === 'pending').length
  if (waiting > 0)
    return [...bad, `${waiting} of ${deliveries.length} deliveries are still to be sent or retried.`]
  if (bad.length > 0) return bad
  const also = [duplicates && 'the duplicates', reorder && 'the reordered events'].filter(Boolean)
  const including = also.length > 0 ? `, including ${also.join(' and ')}` : ''
  return [`The endpoint responded 2xx in time to every delivery${including}.`]
}

function problemOf({ event_type: type, out_of_order: late }: Delivery, attempt: Attempt): string | null {
  const { status_code: code, error, duplicate, duration_ms: took } = attempt
  const what = duplicate ? `the duplicate of ${type}` : late ? `${type}, sent out of order,` : type
  if (code === null)
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} got no response: ${error ?? 'unknown'}.`
  if (code >= 300 || code < 200)
    return `Responded ${code} to ${what.replace(/,$/, '')}. ${adviceOn(code, duplicate, late)}`
  if (took >= SLOW)
    return `Took ${(took / 1000).toFixed(1)} s to respond to ${what.replace(/,$/, '')}. Respond first and do the work afterwards: after 15 s it counts as no response.`
  return null
}

function adviceOn(code: number, duplicate: boolean, late: boolean): string {
  if (code === 410) return 'That disables the endpoint.'
  if (code >= 300 && code < 400) return 'Redirects are not followed: register the target address.'
  if (code === 401 || code === 403)
    return 'Does its signature check accept this endpoint’s secret, over the raw body?'
  if (duplicate) return 'Respond 2xx to events that you have handled before, or they are sent again.'
  if (late) return 'Respond 2xx and compare sequence: skip events older than your state.'
  return 'Deliveries without a 2xx response are sent again.'
}
