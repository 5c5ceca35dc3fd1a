import { isDuplicate } from '../../../db/errors.ts'
import { rowOf } from '../../../db/model.ts'
import { type ModelTx, TryAgain, type Tx } from '../../../db/transaction.ts'
import { completeFields } from '../../domain/checkouts/custom-fields.ts'
import { checkRecurringItem } from '../../domain/checkouts/recurring.ts'
import { checkSums } from '../../domain/checkouts/sums.ts'
import { newLinkCode } from '../../domain/payment-links/code.ts'
import type { LinkItemInput, PaymentLinkChanges, PaymentLinkInput } from '../../domain/payment-links/input.ts'
import {
  checkCustomAmounts,
  checkoutItem,
  initialChoice,
  storedItem,
} from '../../domain/payment-links/items.ts'
import {
  type PaymentLinkItem,
  type PaymentLinkObject,
  paymentLinkProperties,
} from '../../domain/payment-links/object.ts'
import { fromNow, isTooFar } from '../../domain/subscriptions/period.ts'
import { changedAttributes, createdAttributes } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Problems } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { type PricedItem, priceItems } from '../checkouts/price-items.ts'
import { askForPicturesAt } from '../images/ask-for-pictures-at.ts'
import { lockPaymentLink } from '../payment-links/find.ts'
import { PaymentLink } from '../payment-links/payment-links-table.ts'
import { serializePaymentLink } from '../payment-links/rows.ts'
import { checkPayable } from '../projects/check-payable.ts'
import { shareLockProject } from '../projects/lock.ts'
import type { Scope } from '../projects/project.ts'

/** Creates a payment link. Its items follow the rules of a checkout's items. */
export async function createPaymentLink(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<PaymentLinkInput>,
): Promise<PaymentLinkObject> {
  await shareLockProject(tx, scope.project.id) // its currency cannot change meanwhile
  const { items: given, ends_at: endsAt } = draft.partial()
  const ranges = await checkItems(tx, scope, given, draft.problems)
  if (endsAt && endsAt <= tx.now) {
    const sentence = 'ends_at must be in the future.'
    draft.problems.add('validation_failed', 'ends_at', { sentence })
  }
  const input = draft.valid()
  const values = {
    projectId: scope.project.id,
    isTest: scope.isTest,
    ...createdAttributes(paymentLinkProperties, input),
    items: [], // replaced by the given ones
    ...(await contentOf(tx, scope, input, ranges)),
    code: newLinkCode(),
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  const link = await PaymentLink.create(values, { transaction: tx.transaction }).catch((error: unknown) => {
    throw isDuplicate(error, 'payment_links_code') ? new TryAgain() : error
  })
  return serializePaymentLink(rowOf(link), tx.now)
}

/** Updates a payment link. Its address stays, and the checkouts that it has opened do not change. */
export async function updatePaymentLink(
  tx: ModelTx,
  scope: Scope,
  id: number,
  draft: Submission<PaymentLinkChanges>,
): Promise<PaymentLinkObject> {
  const link = await lockPaymentLink(tx, scope, id)
  const before = serializePaymentLink(rowOf(link), tx.now)
  const ranges = await checkItems(tx, scope, draft.partial().items, draft.problems)
  const changes = draft.valid()
  const values = {
    ...changedAttributes(paymentLinkProperties, changes),
    ...(await contentOf(tx, scope, changes, ranges)),
    updatedAt: tx.now,
  }
  await link.update(values, { transaction: tx.transaction })
  const after = serializePaymentLink(rowOf(link), tx.now)
  tx.sql.noteFields('payment_links', id, fieldChanges(before, after))
  return after
}

/** The range of quantities of each item; null if its quantity is fixed. */
type Ranges = readonly PricedItem['adjustable'][]

/** Adds the problems that a checkout with these items would have for any customer. Returns the ranges of quantities. */
async function checkItems(
  tx: Tx,
  scope: Scope,
  given: readonly (LinkItemInput | undefined)[] | undefined,
  problems: Problems,
): Promise<Ranges> {
  if (!given) return []
  const items = given.map((item, index) => item && withUsablePrice(item, `items.${index}`, problems))
  checkCustomAmounts(items, problems)
  const requested = items.map((item) => {
    const stored = item && storedItem(item, null)
    const quantity = item?.adjustable_quantity && { adjustable_quantity: item.adjustable_quantity }
    return stored && { ...checkoutItem(stored, initialChoice(stored)), ...quantity }
  })
  const priced = await priceItems(tx.sql, scope, requested, problems)
  for (const item of priced) checkPlan(tx, scope, item, items.length, problems)
  checkSums(priced, [], problems)
  if (!problems.has('items'))
    checkPayable(scope, Math.max(...priced.map(({ unitAmount }) => unitAmount)), 'items', problems)
  return priced.map(({ adjustable }) => adjustable)
}

/** Returns an item without its `price_data` if a part of that is invalid and therefore missing. */
function withUsablePrice(item: LinkItemInput, path: string, problems: Problems): LinkItemInput {
  const { price_data: data, ...others } = item
  return data && problems.has(`${path}.price_data`) ? others : item
}

/** Adds problems with an item with a recurring price. */
function checkPlan(tx: Tx, { project }: Scope, item: PricedItem, count: number, problems: Problems): void {
  const { recurring, adjustable, quantity, path } = item
  if (!recurring) return
  if (!recurring.active) problems.add('price_inactive', path, { id: recurring.id })
  checkRecurringItem(item, count, problems)
  const periods = Math.max(quantity, adjustable?.max ?? 0)
  if (isTooFar(fromNow(monthsIn(recurring.interval, periods), tx.now, project.timezone), tx.now))
    problems.add('period_too_long', 'items.0.quantity')
}

/** Returns the attributes of the items and the questions, if they are given, and requests copies of the items' pictures. */
async function contentOf(
  tx: Tx,
  { project, isTest }: Scope,
  { items, custom_fields: questions }: Pick<PaymentLinkChanges, 'items' | 'custom_fields'>,
  ranges: Ranges,
) {
  const stored = items?.map((item, index): PaymentLinkItem => storedItem(item, ranges[index] ?? null))
  const urls = (stored ?? []).flatMap(({ price_data: data }) => data?.product_data.image_url ?? [])
  await askForPicturesAt(tx, { projectId: project.id, isTest }, urls)
  return {
    ...(stored && { items: stored }),
    ...(questions !== undefined && { customFields: questions && questionsOf(questions) }),
  }
}

function questionsOf(given: NonNullable<PaymentLinkInput['custom_fields']>) {
  return completeFields(given).map(({ value: _, ...question }) => question)
}
