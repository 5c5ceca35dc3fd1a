import type { Tx } from '../../../db/transaction.ts'
import type { CheckoutInput } from '../../domain/checkouts/input.ts'
import { checkExpiry, expiryOf } from '../../domain/checkouts/lifetime.ts'
import { checkRecurring } from '../../domain/checkouts/recurring.ts'
import { checkSums } from '../../domain/checkouts/sums.ts'
import { calculateTotals } from '../../domain/checkouts/totals.ts'
import type { Amount } from '../../kit/money.ts'
import type { Submission } from '../../kit/submission.ts'
import { customerByEmail, namedCustomer } from '../customers/choose.ts'
import { checkoutUrl } from '../links/pages.ts'
import { checkPayable } from '../projects/check-payable.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import type { Purchase } from '../subscriptions/choose-purchase.ts'
import { setTimer } from '../timers/set.ts'
import { insertCheckout, type LinkOrigin } from './insert.ts'
import { chargedItems, planPurchase } from './plan-purchase.ts'
import { type PricedItem, priceItems } from './price-items.ts'

/**
 * Creates a checkout. Returns its id and the address of its page. Reports all problems of the request at once,
 * including problems that only the database can show. `link` is the payment link that opens it: its customer has typed
 * an email address, but the merchant has not named them.
 */
export async function createCheckout(
  tx: Tx,
  scope: Scope,
  submission: Submission<CheckoutInput>,
  link: LinkOrigin | null = null,
): Promise<{ id: number; url: string }> {
  const request = submission.partial()
  const { problems } = submission

  // Look up. A plan purchase locks the customer exclusively. An order shares the lock: the customer must only not be
  // erased. From here on the transaction uses the time of the customer's test clock.
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
    checkPayable(scope, total || highestAddable(items), 'items', problems)
  }
  const expiresAt = expiryOf(request.expires_at, purchase?.purpose ?? null, tx.now)

  // Save. Nothing is written if the request has a problem.
  const customer = named ?? (await customerByEmail(tx, scope, submission))
  const isCustomerNamed = named !== null && link === null
  const terms = { items, purchase, expiresAt, customer, isCustomerNamed, link }
  const { id, token } = await insertCheckout(tx, scope, submission.valid(), terms)

  // Set the timer. There is no event: an integration does nothing until a checkout is paid or expires.
  const subject = { id, projectId: scope.project.id, testClockId: tx.testClockId }
  await setTimer(tx, 'checkout.expire', subject, expiresAt)
  return { id, url: checkoutUrl(id, token) }
}

/** Returns the highest unit amount that the customer can add by raising a quantity: direct discounts do not grow. */
function highestAddable(items: readonly PricedItem[]): Amount {
  const canGrow = items.filter(({ adjustable, quantity }) => adjustable && adjustable.max > quantity)
  return Math.max(0, ...canGrow.map(({ unitAmount }) => unitAmount))
}

/** Returns the amount to pay before codes are entered. */
function totalOf(
  items: readonly PricedItem[],
  discounts: readonly { amount: Amount }[],
  purchase: Purchase | null,
): Amount {
  const amounts = discounts.map(({ amount }) => amount)
  return calculateTotals(items, amounts, purchase?.credit ?? 0, []).total
}
