import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { backOf, type Opened } from './pretended.ts'
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

/** What is compared at the end of time. */
export interface Compared {
  projectId: number
  now: Date
  /** Since when the keys of the account that was entered for a while are entered again; null where there was none. */
  otherSince: Date | null
  /** All that the providers have ever opened, each with the method it is of. */
  books: readonly (Opened & { method: string })[]
}

/**
 * Compares what the providers took and gave back with what the service says: each payment has come to its money,
 * nothing was sent or told twice, nothing is left to be asked.
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
    const isTried = there.length > 0 && there.every((opened) => isTriedFor(opened, compared.otherSince))
    if (isTried) await compareMoney(payment, there)
    compareRefunds(payment, there, own)
    await compareTold(payment, there, own)
  }
  await compareRest(compared)
}

/** A payment that is over is asked about for so long; under the keys of another account that leads to nothing. */
const TRIED_FOR = 7 * DAY

/** Whether its own account was entered, at the latest, while it was still asked about. */
function isTriedFor({ account, openedAt }: Opened, otherSince: Date | null): boolean {
  return account === 'shop' || (otherSince !== null && later(openedAt, TRIED_FOR) > otherSince)
}

/** What was paid there is paid here, or waits to be given back, or was; what differs since, the merchant was told of. */
async function compareMoney(
  { id, status, amount_received: received, amount_refunded: refunded }: PaymentRow,
  there: Opened[],
): Promise<void> {
  const paid = there.reduce((sum, opened) => sum + opened.paid, 0)
  const back = there.reduce((sum, opened) => sum + backOf(opened), 0)
  const about = `payment ${id} is ${status}, ${paid} was paid there, and ${back} of it went back`
  if (paid === 0) expect(['failed', 'canceled'], about).to.include(status)
  else expect(['paid', 'refund_required', 'refunded'], about).to.include(status)
  const isForeign = there.some((opened) => opened.paid > 0 && opened.currency !== 'MNT')
  if (isForeign) expect(status, about).to.be.oneOf(['refund_required', 'refunded'])
  if (((received ?? 0) === paid && back <= refunded) || there.some(({ isHeard }) => !isHeard)) return
  const told = await rows<{ said: string }>('SELECT said FROM payment_discrepancies WHERE payment_id = ?', [
    id,
  ])
  const sums = told.map(({ said }) => said.split(' ')).map(([, amount, , gone]) => `${amount} ${gone}`)
  expect(sums, `told of ${about}, of which ${received} is here, and ${refunded} given back`).to.include(
    `${paid} ${back}`,
  )
}

/** Each refund went back once, or not at all, as it says. */
function compareRefunds(payment: PaymentRow, there: Opened[], refunds: RefundRow[]): void {
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
  expect(payment.amount_refunded, `given back of ${about}`).to.equal(back)
  expect(back, `given back of ${about}`).to.be.at.most(payment.amount_received ?? 0)
  const isRefunded = back > 0 && back === payment.amount_received
  if (isRefunded) expect(payment.status, 'all was given back').to.equal('refunded')
  else expect(payment.status, 'not all was given back').not.to.equal('refunded')
  for (const opened of there) expect(backOf(opened) - opened.backThere).to.be.at.most(opened.paid)
}

/** Each thing that happened was told once. */
async function compareTold(
  { id, method, status }: PaymentRow,
  there: Opened[],
  refunds: RefundRow[],
): Promise<void> {
  const told = (type: string) => count('events WHERE type = ? AND object_id = ?', [type, id])
  const about = `payment ${id}, which is ${status}`
  // Once more for money that comes after all of it had gone back.
  const turnedAway = await told('payment.refund_required')
  expect(turnedAway, about).to.be.at.most(1 + refunds.length)
  if (status === 'refund_required') expect(turnedAway, about).to.be.at.least(1)
  // A transfer that was rejected may be confirmed in part, and rejected again.
  if (method !== 'bank_transfer') expect(await told('payment.failed'), about).to.be.at.most(1)
  const of = (how: string) => refunds.filter((refund) => refund.status === how).length
  // A refund that failed later was told of before, unless its failure was heard of first.
  const failedLater = there.reduce((sum, opened) => sum + opened.failedLater.size, 0)
  const refunded = await told('payment.refunded')
  expect(refunded, about).to.be.within(of('succeeded'), of('succeeded') + failedLater)
  const causes = ['', ...refunds.map((refund) => `refund-${refund.id}`)]
  const mailed = await count("emails WHERE kind = 'refund_failed' AND cause IN (?)", [causes])
  expect(mailed, `emails about failed refunds of ${about}`).to.equal(refunded - of('succeeded'))
  expect(await told('payment.refund_failed'), about).to.equal(of('failed'))
}

/** Nothing waits any more, nobody can pay any more, and every event has gone to whom it is for once. */
async function compareRest({ projectId, books, now, otherSince }: Compared): Promise<void> {
  const waiting = await rows<{ payment_id: number; step: string }>(
    "SELECT payment_id, step FROM provider_payments WHERE project_id = ? AND step <> 'done'",
    [projectId],
  )
  expect(waiting, 'asked for good').to.deep.equal([])
  const shown = await rows<{ provider_id: string; method: string }>(
    'SELECT provider_id, method FROM provider_payments WHERE project_id = ? AND provider_id IS NOT NULL',
    [projectId],
  )
  const isShown = ({ id, method }: { id: string; method: string }) =>
    shown.some((one) => one.provider_id === id && one.method === method)
  const payable = books.filter(
    (opened) => isShown(opened) && !opened.isClosed && opened.paid === 0 && isTriedFor(opened, otherSince),
  )
  expect(payable, 'can still be paid at the provider').to.deep.equal([])
  const twice = await rows(
    `SELECT cause, kind, recipient FROM emails WHERE project_id = ?
     GROUP BY cause, kind, recipient HAVING COUNT(*) > 1 AND kind <> 'payment_details'`,
    [projectId],
  )
  expect(twice, 'written twice').to.deep.equal([])
  const events = await count('events WHERE project_id = ?', [projectId])
  expect(await count('webhook_deliveries WHERE project_id = ?', [projectId]), 'deliveries').to.equal(events)
  const violations = await onConnection((sql) => checkInvariants(sql, { now }))
  const found = violations.filter(({ count: n, name }) => n > 0 && !name.endsWith('_in_time'))
  expect(found).to.deep.equal([])
}
