import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import { type CheckoutClosedBy, mayStartAgain } from '../../../common/domain/checkouts/status.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import { spelled } from '../../../common/domain/promotion-codes/spelling.ts'
import { findCheckoutPage } from '../../../common/services/checkouts/find.ts'
import { type KnownContact, knownContact } from '../../../common/services/checkouts/known-contact.ts'
import { startAgain } from '../../../common/services/checkouts/start-again.ts'
import { changeOrder, isOrderChange } from '../../../common/services/operations/change-order.ts'
import { payCheckout } from '../../../common/services/operations/pay-checkout.ts'
import { type Effect, effectOf } from '../../../common/services/subscriptions/paid-until.ts'
import type { Form } from '../form.ts'
import type { PayableFacts } from '../payable/definition.ts'
import { payablePage } from '../payable/page.ts'
import { checkoutView } from './view.ts'

interface FoundCheckout extends PayableFacts {
  checkout: CheckoutObject
  effect: Effect
  known: KnownContact
  pictures: ReadonlyMap<number, Picture>
  closedBy: CheckoutClosedBy | null
  thankYouText: string | null
}

/** The hosted page of a checkout. */
export const checkoutPage = payablePage<FoundCheckout>({
  type: 'checkout',
  path: '/checkout',
  find: async (sql, id, token, now) => {
    const page = await findCheckoutPage(sql, id, token, now)
    if (!page) return null
    const { found: checkout, pictures, closedBy, thankYouText } = page
    const { project_id, is_test, locale, cancel_url, amount_total: amount } = checkout
    const effect = await effectOf(sql, checkout, page.now)
    const known = await knownContact(sql, checkout)
    const own = { checkout, effect, known, pictures, closedBy, thankYouText }
    return { ...page, found: { id, project_id, is_test, locale, cancel_url, amount, ...own } }
  },
  pay: (tx, scope, { checkout }, form, locale) => payCheckout(tx, scope, checkout, form, locale),
  press: async (tx, scope, { checkout }, action, form) => {
    if (action === 'start_again') {
      const goTo = await startAgain(tx, scope, checkout.id)
      return goTo === null && checkout.status === 'expired' ? { errors: { '': 'not_payable' } } : { goTo }
    }
    return isOrderChange(action) ? { errors: await changeOrder(tx, scope, checkout, action, form) } : {}
  },
  view: (page, { checkout, effect, known, pictures, closedBy, thankYouText }) =>
    checkoutView({
      // These come before the copies: in V8 a property added after a spread costs more than the spread.
      checkout,
      known,
      pictures,
      thankYouText,
      closedBy,
      canStartAgain:
        checkout.status === 'expired' &&
        mayStartAgain(closedBy) &&
        effect.purpose !== 'change' &&
        !page.errors[''],
      ...effect,
      ...page,
      typed: page.errors.promotion_code ? page.typed : withoutAppliedCode(page.typed, checkout),
    }),
})

/** Empties the field of a code that the order has now. */
function withoutAppliedCode(typed: Form, { promotion_codes: codes }: CheckoutObject): Form {
  const { promotion_code: typedCode = '', ...others } = typed
  const isApplied = codes.some(({ code }) => code === spelled(typedCode))
  return isApplied ? others : typed
}
