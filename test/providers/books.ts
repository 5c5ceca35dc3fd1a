import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { type PaymentAtProvider, refundedAtProvider } from './fake-provider.ts'
import { count, rows } from './rows.ts'

interface PaymentRow {
  id: number
  status: string
  amount: number
  amount_received: number | null
  amount_refunded: number
  method: string
}

interface RefundRow {
  id: number
  payment_id: number
  amount: number
  status: string
  calls: number
}

/** The state that is compared at the end of a history. */
export interface Compared {
  projectId: number
  now: Date
  /** When the keys of the other account were entered again, or null if they were never used. */
  otherSince: Date | null
  /** All payments that the providers have opened, each with its method. */
  books: readonly (PaymentAtProvider & { method: string })[]
}

/**
 * Compares the money at the providers with the rows of the service: each payment has the right status, nothing was sent
 * or reported twice, and no call is left.
 */
export async function compareBooks(compared: Compared): Promise<void> {
  const { projectId } = compared
  const payments = await rows<PaymentRow>('SELECT * FROM payments WHERE project_id = ? ORDER BY id', [
    projectId,
  ])
  const refunds = await rows<RefundRow>('SELECT * FROM refunds WHERE project_id = ?', [projectId])
  for (const payment of payments) {
    const there = compared.books.filter(({ paymentId }) => paymentId === payment.id)
    const own = refunds.filter(({ payment_id: id }) => id === payment.id)
    const isAsked =
      there.length > 0 && there.every((opened) => isAskedWithItsAccount(opened, compared.otherSince))
    if (isAsked) await compareMoney(payment, there)
    compareRefunds(payment, there, own)
    await compareReports(payment, there, own)
  }
  await compareRest(compared)
}

/** Time that the provider of an ended payment is asked, in milliseconds. With the keys of another account, that finds nothing. */
const ASKED_FOR = 7 * DAY

/** Returns whether the account of the payment was in use while its provider was still asked. */
function isAskedWithItsAccount({ account, openedAt }: PaymentAtProvider, otherSince: Date | null): boolean {
  return account === 'shop' || (otherSince !== null && later(openedAt, ASKED_FOR) > otherSince)
}

/** Checks that money at the provider is paid, refunded or waits for a refund, or that the difference was reported. */
async function compareMoney(
  { id, status, amount_received: received, amount_refunded: refunded }: PaymentRow,
  there: PaymentAtProvider[],
): Promise<void> {
  const paid = there.reduce((sum, opened) => sum + opened.paid, 0)
  const back = there.reduce((sum, opened) => sum + refundedAtProvider(opened), 0)
  const about = `payment ${id} is ${status}, ${paid} was paid there, and ${back} of it was refunded`
  if (paid === 0) expect(['failed', 'canceled'], about).to.include(status)
  else expect(['paid', 'refund_required', 'refunded'], about).to.include(status)
  const isForeign = there.some((opened) => opened.paid > 0 && opened.currency !== 'MNT')
  if (isForeign) expect(status, about).to.be.oneOf(['refund_required', 'refunded'])
  if (((received ?? 0) === paid && back <= refunded) || there.some(({ isHinted }) => !isHinted)) return
  const reported = await rows<{ said: string }>(
    'SELECT said FROM payment_discrepancies WHERE payment_id = ?',
    [id],
  )
  const sums = reported.map(({ said }) => said.split(' ')).map(([, amount, , gone]) => `${amount} ${gone}`)
  expect(sums, `reported about ${about}; ${received} was received here and ${refunded} refunded`).to.include(
    `${paid} ${back}`,
  )
}

/** Checks that each refund was sent once or not at all, as its status says. */
function compareRefunds(payment: PaymentRow, there: PaymentAtProvider[], refunds: RefundRow[]): void {
  const about = `payment ${payment.id} is ${payment.status}`
  const atProvider = new Map(there.flatMap(({ refunded }) => [...refunded]))
  for (const { id, status, amount, calls } of refunds) {
    expect(['succeeded', 'failed'], `refund ${id} of ${about}`).to.include(status)
    if (calls === 0) continue
    expect(atProvider.get(id) ?? 0, `refund ${id} is ${status}`).to.equal(status === 'succeeded' ? amount : 0)
  }
  for (const id of atProvider.keys())
    expect(
      refunds.map((refund) => refund.id),
      `refund ${id} at the provider`,
    ).to.include(id)
  const back = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)
  expect(payment.amount_refunded, `refunds of ${about}`).to.equal(back)
  expect(back, `refunds of ${about}`).to.be.at.most(payment.amount_received ?? 0)
  const isRefunded = back > 0 && back === payment.amount_received
  if (isRefunded) expect(payment.status, 'everything was refunded').to.equal('refunded')
  else expect(payment.status, 'not everything was refunded').not.to.equal('refunded')
  for (const opened of there)
    expect(refundedAtProvider(opened) - opened.refundedThere).to.be.at.most(opened.paid)
}

/** Checks that each change was reported once. */
async function compareReports(
  { id, method, status }: PaymentRow,
  there: PaymentAtProvider[],
  refunds: RefundRow[],
): Promise<void> {
  const eventsOf = (type: string) => count('events WHERE type = ? AND object_id = ?', [type, id])
  const about = `payment ${id}, which is ${status}`
  // Again for money that arrives after a full refund.
  const refundRequired = await eventsOf('payment.refund_required')
  expect(refundRequired, about).to.be.at.most(1 + refunds.length)
  if (status === 'refund_required') expect(refundRequired, about).to.be.at.least(1)
  // A transfer that was rejected may be confirmed in part, and rejected again.
  if (method !== 'bank_transfer') expect(await eventsOf('payment.failed'), about).to.be.at.most(1)
  const countOf = (state: string) => refunds.filter((refund) => refund.status === state).length
  // A refund that failed later was reported before, unless its failure arrived first.
  const failedLater = there.reduce((sum, opened) => sum + opened.failedLater.size, 0)
  const refunded = await eventsOf('payment.refunded')
  expect(refunded, about).to.be.within(countOf('succeeded'), countOf('succeeded') + failedLater)
  const causes = ['', ...refunds.map((refund) => `refund-${refund.id}`)]
  const mailed = await count("emails WHERE kind = 'refund_failed' AND cause IN (?)", [causes])
  expect(mailed, `emails about failed refunds of ${about}`).to.equal(refunded - countOf('succeeded'))
  expect(await eventsOf('payment.refund_failed'), about).to.equal(countOf('failed'))
}

/** Checks that nothing is pending or payable, and that every event was delivered once. */
async function compareRest({ projectId, books, now, otherSince }: Compared): Promise<void> {
  const waiting = await rows<{ payment_id: number; step: string }>(
    "SELECT payment_id, step FROM provider_payments WHERE project_id = ? AND step <> 'done'",
    [projectId],
  )
  expect(waiting, 'still asked').to.deep.equal([])
  const shown = await rows<{ provider_id: string; method: string }>(
    'SELECT provider_id, method FROM provider_payments WHERE project_id = ? AND provider_id IS NOT NULL',
    [projectId],
  )
  const isShown = ({ id, method }: { id: string; method: string }) =>
    shown.some((one) => one.provider_id === id && one.method === method)
  const payable = books.filter(
    (opened) =>
      isShown(opened) && !opened.isClosed && opened.paid === 0 && isAskedWithItsAccount(opened, otherSince),
  )
  expect(payable, 'can still be paid at the provider').to.deep.equal([])
  const twice = await rows(
    `SELECT cause, kind, recipient FROM emails WHERE project_id = ?
     GROUP BY cause, kind, recipient HAVING COUNT(*) > 1 AND kind <> 'payment_details'`,
    [projectId],
  )
  expect(twice, 'sent twice').to.deep.equal([])
  const events = await count('events WHERE project_id = ?', [projectId])
  expect(await count('webhook_deliveries WHERE project_id = ?', [projectId]), 'deliveries').to.equal(events)
  const violations = await onConnection((sql) => checkInvariants(sql, { now }))
  const found = violations.filter(({ count: n, name }) => n > 0 && !name.endsWith('_in_time'))
  expect(found).to.deep.equal([])
}
