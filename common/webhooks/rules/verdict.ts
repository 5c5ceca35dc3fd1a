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

/** From here on, in milliseconds, an answer is slow: at 15 s it counts as none. */
const SLOW = 5_000

/**
 * What a receiver's author should know of a rehearsal, a sentence each. Answers are all that can be
 * judged from here: whether a duplicate was done twice, only the receiver knows.
 */
export function verdict(
  deliveries: readonly Delivery[],
  { duplicates, reorder }: { duplicates: boolean; reorder: boolean },
): string[] {
  if (deliveries.length === 0)
    return ['Nothing was sent: the endpoint asks for none of the types that a subscription’s life has.']
  const bad = deliveries.flatMap((delivery) =>
    delivery.attempts.flatMap((attempt) => complaintOf(delivery, attempt) ?? []),
  )
  const canceled = deliveries.filter(({ status }) => status === 'canceled').length
  if (canceled > 0) bad.push(`${canceled} deliveries were canceled: the endpoint was switched off meanwhile.`)
  const waiting = deliveries.filter(({ status }) => status === 'pending').length
  if (waiting > 0)
    return [...bad, `${waiting} of ${deliveries.length} deliveries are still to be made or repeated.`]
  if (bad.length > 0) return bad
  const also = [duplicates && 'the duplicates', reorder && 'what came out of order'].filter(Boolean)
  const too = also.length > 0 ? `, ${also.join(' and ')} too` : ''
  return [`Every delivery was answered with 2xx in time${too}.`]
}

function complaintOf({ event_type: type, out_of_order: late }: Delivery, attempt: Attempt): string | null {
  const { status_code: code, error, duplicate, duration_ms: took } = attempt
  const what = duplicate ? `the duplicate of ${type}` : late ? `${type}, which came out of order,` : type
  if (code === null)
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} got no answer: ${error ?? 'unknown'}.`
  if (code >= 300 || code < 200) return `Answered ${what} with ${code}. ${adviceOn(code, duplicate, late)}`
  if (took >= SLOW)
    return `Took ${(took / 1000).toFixed(1)} s to answer ${what}. Answer first and do the work afterwards: after 15 s it counts as no answer.`
  return null
}

function adviceOn(code: number, duplicate: boolean, late: boolean): string {
  if (code === 410) return 'That switches the endpoint off.'
  if (code >= 300 && code < 400) return 'Redirects are not followed: register the address that it leads to.'
  if (code === 401 || code === 403)
    return 'Does its signature check accept this endpoint’s secret, over the raw body?'
  if (duplicate) return 'Answer 2xx to what was handled before, or it is sent again and again.'
  if (late) return 'Answer 2xx and compare sequence: what is older than what is known can be passed over.'
  return 'Anything but 2xx is sent again.'
}
