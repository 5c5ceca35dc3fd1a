/** The object name for each path segment whose objects hold personal data. */
const OBJECTS: Readonly<Record<string, string>> = {
  customers: 'customer',
  checkouts: 'checkout',
  invoices: 'invoice',
  payments: 'payment',
}

/**
 * Returns the person whose data an answer holds, such as `customer 5`, or a guest's order, such as `checkout 7`. Returns
 * null if it holds no personal data. Erasing that subject deletes the stored answer.
 */
export function answerSubject(path: string, data: unknown): string | null {
  const {
    id,
    customer_id: customer,
    payment_id: payment,
    event_id: event,
  } = (data ?? {}) as Record<string, unknown>
  if (typeof customer === 'number') return `customer ${customer}`
  if (typeof payment === 'number') return `payment ${payment}` // a refund
  if (typeof event === 'number') return `event ${event}` // a delivery: an endpoint may echo the payload in its response
  const object = OBJECTS[path.split('/')[1] ?? '']
  return object !== undefined && typeof id === 'number' ? `${object} ${id}` : null
}
