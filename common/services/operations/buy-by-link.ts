import { Transaction } from 'sequelize'
import { isDuplicate } from '../../../db/errors.ts'
import { find } from '../../../db/save.ts'
import { type ModelTx, TryAgain } from '../../../db/transaction.ts'
import type { CustomFieldInput } from '../../domain/checkouts/custom-fields.ts'
import type { CheckoutInput } from '../../domain/checkouts/input.ts'
import { statusAt } from '../../domain/checkouts/status.ts'
import { readChoices } from '../../domain/payment-links/choices.ts'
import { checkoutItem, type ItemChoice } from '../../domain/payment-links/items.ts'
import { linkCheckoutExpiry } from '../../domain/payment-links/lifetime.ts'
import type { Question } from '../../domain/payment-links/object.ts'
import { linkStatusAt } from '../../domain/payment-links/status.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { type Form, type FormErrors, isFaulty } from '../../kit/form.ts'
import { typedEmailProblem } from '../../kit/meant-email.ts'
import { sha256 } from '../../kit/secrets.ts'
import { Submission } from '../../kit/submission.ts'
import { Checkout } from '../checkouts/checkouts-table.ts'
import { createCheckout } from '../checkouts/create.ts'
import { lockCustomerByEmail } from '../customers/choose.ts'
import { checkoutUrl, paymentLinkUrl } from '../links/pages.ts'
import { getPaymentLinkRow } from '../payment-links/find.ts'
import type { PaymentLink } from '../payment-links/payment-links-table.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { type OfferedItem, offerOfLink } from './offer-of-link.ts'

/**
 * Opens the checkout of a visitor who presses the button of a payment link, and returns its address. The same visitor
 * with the same choices gets their open checkout again. Returns the errors of the form, or a null address if the link
 * does not sell now: the page then shows why.
 */
export async function buyByLink(
  tx: ModelTx,
  scope: Scope,
  linkId: number,
  visitor: string,
  form: Form,
): Promise<{ url: string | null; errors: FormErrors }> {
  const { transaction } = tx
  const link = await getPaymentLinkRow(scope, linkId, { transaction })
  const offer = sells(link, tx.now) ? await offerOfLink(tx.sql, scope, link) : null
  if (!offer) return { url: null, errors: {} }
  const { choices, errors } = readChoices(
    offer.map(({ item }) => item),
    form,
    scope.project.currency,
  )
  const email = isPlan(offer) ? readEmail(form, errors) : null
  if (isFaulty(errors)) return { url: null, errors }

  const key = keyOf(link, offer, { visitor, choices, email })
  const known = await find(tx.sql, Checkout, { paymentLinkKey: key })
  if (known && statusAt(known, tx.now) === 'open')
    return { url: checkoutUrl(known.id, known.token), errors: {} }

  if (email !== null) await lockForPlanLimit(tx, scope) // before the customer
  const customerId = email === null ? null : await lockCustomerByEmail(tx, scope, email)
  // By id: by key it would also find the checkout that another press creates at this moment.
  if (known) await known.update({ paymentLinkKey: null }, { transaction })
  const input = {
    ...inputOf(link, offer, choices, tx.now),
    ...(email !== null && customerId !== null && { customer_id: customerId, customer_email: email }),
  }
  const { url } = await createCheckout(tx, scope, new Submission(input), {
    id: link.id,
    key,
    thankYouText: link.thankYouText,
  }).catch((error: unknown) => {
    // A second press at the same time created it first.
    throw isDuplicate(error, 'checkouts_link_key') ? new TryAgain() : error
  })
  await checkUnchanged(tx, scope, link)
  return { url, errors: {} }
}

/** Returns whether a link can sell one more now. Reserved sales count, because their payments may succeed. */
export function sells(link: PaymentLink, now: Date): boolean {
  const { maxSales: most, timesSold: sold, timesReserved: reserved } = link
  return linkStatusAt(link, now) === 'active' && (most === null || sold + reserved < most)
}

/** Returns whether an offer is a plan, which needs a customer. */
export function isPlan(offer: readonly OfferedItem[]): boolean {
  return offer.some(({ priced }) => priced.recurring !== null)
}

function readEmail(form: Form, errors: FormErrors): string | null {
  const typed = form.email ?? ''
  const problem = typed === '' ? 'email_needed' : typedEmailProblem(form)
  if (problem) errors.email = problem
  return typed
}

interface Chosen {
  visitor: string
  choices: readonly ItemChoice[]
  email: string | null
}

/** Returns the key of a visitor's checkout. It changes with their choices, with the link, and with its current prices. */
function keyOf(
  link: PaymentLink,
  offer: readonly OfferedItem[],
  { visitor, choices, email }: Chosen,
): string {
  const prices = offer.map(({ priced }) => [priced.priceId, priced.unitAmount])
  const chosen = choices.map(({ quantity, amount }) => [quantity, amount])
  const parts = [visitor, link.id, link.updatedAt, prices, chosen, email && canonicalEmail(email)]
  return sha256(JSON.stringify(parts)).toString('base64url')
}

/** Builds the request for the checkout, as a merchant's server would send it. */
function inputOf(
  link: PaymentLink,
  offer: readonly OfferedItem[],
  choices: readonly ItemChoice[],
  now: Date,
): CheckoutInput {
  const { customFields: questions } = link
  return {
    items: offer.map(({ item }, index) => checkoutItem(item, choices[index]!)),
    allow_promotion_codes: link.allowPromotionCodes,
    email_collection: link.emailCollection,
    phone_number_collection: link.phoneNumberCollection,
    delivery_address_collection: link.deliveryAddressCollection,
    locale: link.locale,
    cancel_url: paymentLinkUrl(link.code),
    expires_at: linkCheckoutExpiry(link.endsAt, now),
    ...(link.successUrl !== null && { success_url: link.successUrl }),
    ...(questions && { custom_fields: questions.map(fieldOf) }),
    ...(link.metadata !== null && { metadata: link.metadata }),
  }
}

function fieldOf({ dropdown, ...question }: Question): CustomFieldInput {
  return { ...question, ...(dropdown && { dropdown }) }
}

/** Runs the press again if the merchant changed the link meanwhile. From here on it cannot change until the commit. */
async function checkUnchanged({ transaction }: ModelTx, scope: Scope, seen: PaymentLink): Promise<void> {
  const lock = Transaction.LOCK.SHARE
  const { updatedAt } = await getPaymentLinkRow(scope, seen.id, { lock, transaction })
  if (updatedAt.getTime() !== seen.updatedAt.getTime()) throw new TryAgain()
}
