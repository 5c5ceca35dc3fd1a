import type { Tx } from '../../db/transaction.ts'
import { customerByEmail, namedCustomer } from '../customers/choose.ts'
import type { Amount } from '../kit/money.ts'
import type { Submission } from '../kit/submission.ts'
import { checkoutUrl } from '../links/checkout.ts'
import { checkPayable } from '../projects/check-payable.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import type { Purchase } from '../subscriptions/choose-purchase.ts'
import { setTimer } from '../timers/set.ts'
import type { CheckoutInput } from './input.ts'
import { insertCheckout } from './insert.ts'
import { chargedItems, planPurchase } from './plan-purchase.ts'
import { type PricedItem, priceItems } from './price-items.ts'
import { checkExpiry, expiryOf } from './rules/lifetime.ts'
import { checkRecurring } from './rules/recurring.ts'
import { checkSums } from './rules/sums.ts'
import { workOut } from './rules/totals.ts'

/**
 * Opens a checkout and returns its id and the address to send the customer to. Everything wrong with
 * the request, also what only the database knows, is refused at once.
 */
export async function createCheckout(
  tx: Tx,
  scope: Scope,
  submission: Submission<CheckoutInput>,
): Promise<{ id: number; url: string }> {
  const request = submission.partial()
  const { problems } = submission

  // Look up. Who buys a plan has their row to themselves; for an order it is enough that they stay. The
  // transaction is on their clock from here on.
  const priced = await priceItems(tx.sql, scope, request.items, problems)
  const isPlan = priced.some(({ recurring }) => recurring !== null)
  if (isPlan) await lockForPlanLimit(tx, scope)
  const named = await namedCustomer(tx, scope, submission, isPlan ? 'FOR UPDATE' : 'LOCK IN SHARE MODE')

  // Decide.
  checkRecurring(request, priced, problems)
  checkExpiry(request.expires_at, tx.now, problems)
  const purchase = await planPurchase(tx, scope, request, priced, named, problems)
  const items = chargedItems(priced, purchase)
  const discounts = (request.discounts ?? []).filter((discount) => discount !== undefined)
  checkSums(items, discounts, problems)
  if (!problems.has('items') && !problems.has('discounts')) {
    const total = totalOf(items, discounts, purchase)
    checkPayable(scope, total || mostAdded(items), 'items', problems)
  }
  const expiresAt = expiryOf(request.expires_at, purchase?.purpose ?? null, tx.now)

  // Save. Nothing is written while anything is wrong.
  const customer = named ?? (await customerByEmail(tx, scope, submission))
  const terms = { items, purchase, expiresAt, customer, isCustomerNamed: named !== null }
  const { id, token } = await insertCheckout(tx, scope, submission.valid(), terms)

  // Record what is due. No event: nobody waits for a checkout before it is paid or expires.
  const subject = { id, projectId: scope.project.id, testClockId: tx.testClockId }
  await setTimer(tx, 'checkout.expire', subject, expiresAt)
  return { id, url: checkoutUrl(id, token) }
}

/** What a customer can add to a total by choosing more of something: discounts stay as they are. */
function mostAdded(items: readonly PricedItem[]): Amount {
  const canGrow = items.filter(({ adjustable, quantity }) => adjustable && adjustable.max > quantity)
  return Math.max(0, ...canGrow.map(({ unitAmount }) => unitAmount))
}

/** What is to be paid before any code is entered. */
function totalOf(
  items: readonly PricedItem[],
  discounts: readonly { amount: Amount }[],
  purchase: Purchase | null,
): Amount {
  const amounts = discounts.map(({ amount }) => amount)
  return workOut(items, amounts, purchase?.credit ?? 0, []).total
}
