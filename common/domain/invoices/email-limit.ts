import { DAY, HOUR, later } from '../../kit/time.ts'
import type { InvoiceObject } from './object.ts'

/** The shortest time between two emails of an invoice to the same address. */
const BETWEEN_EMAILS = HOUR

/** The most invoices that are emailed to one customer within 24 hours. */
export const MOST_PER_DAY = 20

/**
 * Returns when an open invoice can be emailed again; null if it can be emailed now. `latest` are the times of the last
 * `MOST_PER_DAY` emails of invoices to its customer, newest first.
 */
export function nextEmailAt(
  { customer_email: address, sent_at: sentAt, sent_to: sentTo }: InvoiceObject,
  latest: readonly Date[],
  now: Date,
): Date | null {
  const oldest = latest[MOST_PER_DAY - 1]
  const ends = [
    // A corrected address gets the invoice at once.
    ...(sentAt !== null && sentTo === address ? [later(new Date(sentAt), BETWEEN_EMAILS)] : []),
    ...(oldest ? [later(oldest, DAY)] : []),
  ]
  const last = Math.max(...ends.map((end) => end.getTime()))
  return last > now.getTime() ? new Date(last) : null
}
