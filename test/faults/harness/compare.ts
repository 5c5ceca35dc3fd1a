import type { Entry, Journal, Kind } from './journal.ts'
import type { Ledger } from './ledger.ts'

/** The differences between the journal, the database and the received webhooks. Each is a sentence. */
export interface Differences {
  /** Acknowledged, or recorded as sent, but not found. */
  lost: string[]
  /** Found more often than it was asked for. */
  doubled: string[]
  /** Found, but never asked for, or with another amount. */
  wrong: string[]
}

/** Payments in these states have received the customer's money. */
const RECEIVED = ['paid', 'refund_required', 'refunded']

type Check = (entry: Entry, ledger: Index, found: Differences) => void

/**
 * Compares what clients asked for with what the service recorded and sent. A change that was acknowledged must be there
 * once. One that was not acknowledged may be there once.
 */
export function compare(journal: Journal, ledger: Ledger): Differences {
  const found: Differences = { lost: [], doubled: [], wrong: [] }
  const index = new Index(ledger)
  for (const entry of journal.entries) checks[entry.kind](entry, index, found)
  checkExpired(ledger, index, found)
  checkEnded(ledger, index, found)
  compareRefunds(journal, index, found)
  findUnknown(journal, ledger, found)
  compareWebhooks(journal, ledger, found)
  compareEmails(journal, ledger, found)
  return found
}

/** The rows of a ledger by their keys. */
class Index {
  readonly byReference
  readonly checkoutById
  readonly received
  readonly refundsOf
  readonly paymentById
  readonly segmentsOf
  readonly #events

  constructor(ledger: Ledger) {
    this.byReference = groupBy(ledger.checkouts, ({ reference }) => reference)
    this.checkoutById = new Map(ledger.checkouts.map((row) => [row.id, row]))
    const received = ledger.payments.filter(({ status }) => RECEIVED.includes(status))
    this.received = groupBy(received, ({ checkoutId }) => checkoutId)
    this.paymentById = new Map(ledger.payments.map((row) => [row.id, row]))
    this.refundsOf = groupBy(ledger.refunds, ({ paymentId }) => paymentId)
    this.segmentsOf = groupBy(ledger.segments, ({ checkoutId }) => checkoutId)
    this.#events = groupBy(ledger.events, ({ type, objectId }) => `${type} ${objectId}`)
  }

  countEvents(type: string, objectId: number): number {
    return this.#events(`${type} ${objectId}`).length
  }
}

const checks: Record<Kind, Check> = {
  create({ key, amount, acknowledged }, { byReference }, found) {
    const rows = byReference(key)
    if (acknowledged && !rows.some(({ id }) => id === acknowledged.id))
      found.lost.push(`checkout ${acknowledged.id} (${key})`)
    if (rows.length > 1) found.doubled.push(`${rows.length} checkouts for ${key}`)
    for (const row of rows)
      if (row.amount !== amount) found.wrong.push(`checkout ${row.id} costs ${row.amount}, not ${amount}`)
  },
  pay: checkPayment,
  renew(entry, ledger, found) {
    checkPayment(entry, ledger, found)
    const periods = ledger.segmentsOf(entry.checkoutId).length
    if (entry.acknowledged && periods === 0) found.lost.push(`the period of checkout ${entry.checkoutId}`)
    if (periods > 1) found.doubled.push(`${periods} periods for checkout ${entry.checkoutId}`)
  },
  refund({ acknowledged, paymentId, amount }, { refundsOf }, found) {
    if (!acknowledged) return
    const row = refundsOf(paymentId).find(({ id }) => id === acknowledged.id)
    if (!row) found.lost.push(`refund ${acknowledged.id} of payment ${paymentId}`)
    else if (row.amount !== amount) found.wrong.push(`refund ${row.id} is ${row.amount}, not ${amount}`)
  },
}

function checkPayment({ checkoutId, amount, acknowledged }: Entry, ledger: Index, found: Differences): void {
  const payments = ledger.received(checkoutId)
  const status = ledger.checkoutById.get(checkoutId!)?.status
  const completions = ledger.countEvents('checkout.completed', checkoutId!)
  const about = `checkout ${checkoutId}`
  if (acknowledged && payments.length === 0) found.lost.push(`the payment of ${about}`)
  if (acknowledged && status !== 'complete') found.lost.push(`the completion of ${about}, which is ${status}`)
  if (acknowledged && completions === 0) found.lost.push(`the event checkout.completed of ${about}`)
  if (payments.length > 1) found.doubled.push(`${payments.length} payments of ${about}`)
  if (completions > 1) found.doubled.push(`${completions} events checkout.completed of ${about}`)
  for (const payment of payments)
    if (payment.amount !== amount)
      found.wrong.push(`payment ${payment.id} is ${payment.amount}, not ${amount}`)
}

/** Checks that each checkout that expired by itself has one event for that. */
function checkExpired({ checkouts }: Ledger, index: Index, found: Differences): void {
  for (const { id, status } of checkouts) {
    const events = index.countEvents('checkout.expired', id)
    if (events > 1) found.doubled.push(`${events} events checkout.expired of checkout ${id}`)
    if (status === 'expired' && events === 0) found.lost.push(`the event checkout.expired of checkout ${id}`)
  }
}

/** Checks that each subscription whose period ended has one event for that. */
function checkEnded({ subscriptions }: Ledger, index: Index, found: Differences): void {
  for (const { id, status } of subscriptions) {
    const type = `subscription.${status}`
    const events = index.countEvents(type, id)
    if (events > 1) found.doubled.push(`${events} events ${type} of subscription ${id}`)
    if (['past_due', 'canceled'].includes(status) && events === 0)
      found.lost.push(`the event ${type} of subscription ${id}`)
  }
}

/** Checks that each payment was refunded once for each request, and that its sum agrees. */
function compareRefunds(journal: Journal, { refundsOf, paymentById }: Index, found: Differences): void {
  const asked = groupBy(
    journal.entries.filter(({ kind }) => kind === 'refund'),
    ({ paymentId }) => paymentId,
  )
  for (const [id, { refunded }] of paymentById) {
    const rows = refundsOf(id).filter(({ status }) => status !== 'failed')
    if (rows.length > asked(id).length)
      found.doubled.push(`${rows.length} refunds of payment ${id}, ${asked(id).length} requested`)
    const sum = rows.reduce((total, { amount }) => total + amount, 0)
    if (sum !== refunded) found.wrong.push(`payment ${id} has refunded ${refunded}, its refunds are ${sum}`)
  }
}

/** Finds payments of checkouts that no client has paid. */
function findUnknown(journal: Journal, ledger: Ledger, found: Differences): void {
  const paid = new Set(journal.entries.map(({ kind, checkoutId }) => kind !== 'refund' && checkoutId))
  for (const { id, checkoutId, status } of ledger.payments)
    if (RECEIVED.includes(status) && !paid.has(checkoutId))
      found.wrong.push(`payment ${id} of checkout ${checkoutId}, which no client paid`)
}

function compareWebhooks(journal: Journal, { events, deliveries }: Ledger, found: Differences): void {
  const received = new Set(journal.notices.map(({ eventId }) => eventId))
  const deliveriesOf = groupBy(deliveries, ({ eventId }) => eventId)
  for (const { id, type, objectId } of events) {
    const about = `webhook ${type} of ${objectId} (event ${id})`
    const rows = deliveriesOf(id)
    if (!received.has(id))
      found.lost.push(`${about}, delivery: ${rows.map(({ status }) => status).join() || 'none'}`)
    else if (rows[0]?.status !== 'succeeded') found.wrong.push(`${about} is received and ${rows[0]?.status}`)
    if (rows.length > 1) found.doubled.push(`${rows.length} deliveries of ${about}`)
  }
  const known = new Set(events.map(({ id }) => id))
  for (const { eventId, type, objectId } of journal.notices)
    if (!known.has(eventId)) found.wrong.push(`received ${type} of ${objectId}, but there is no such event`)
}

/** Checks that as many different emails arrived as were sent. They may arrive again after a crash. */
function compareEmails(journal: Journal, { emails }: Ledger, found: Differences): void {
  const arrived = new Set(journal.emails).size
  const sent = emails.filter(({ status }) => status === 'sent').length
  const waiting = emails.filter(({ status }) => status === 'pending').length
  if (arrived < sent) found.lost.push(`${sent - arrived} of ${sent} sent emails did not arrive`)
  if (waiting > 0) found.lost.push(`${waiting} emails still wait`)
  if (arrived > emails.length)
    found.doubled.push(`${arrived} different emails arrived for ${emails.length} rows`)
}

/** Returns how often a webhook or an email arrived again with the same id, as the promise "at least once" allows. */
export function countAgain(journal: Journal): number {
  const events = new Set(journal.notices.map(({ eventId }) => eventId))
  return journal.notices.length - events.size + journal.emails.length - new Set(journal.emails).size
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): (key: Key | undefined) => Row[] {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return (key) => (key === undefined ? [] : (groups.get(key) ?? []))
}
