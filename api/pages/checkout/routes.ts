import { findCheckoutPage } from '../../../common/checkouts/find.ts'
import { type KnownContact, knownContact } from '../../../common/checkouts/known-contact.ts'
import type { CheckoutObject } from '../../../common/checkouts/object.ts'
import { withCheckoutId } from '../../../common/checkouts/rules/web-addresses.ts'
import { startAgain } from '../../../common/checkouts/start-again.ts'
import type { Picture } from '../../../common/images/rules/picture.ts'
import { changeOrder, isOrderChange } from '../../../common/operations/change-order.ts'
import { payCheckout } from '../../../common/operations/pay-checkout.ts'
import { spelled } from '../../../common/promotion-codes/rules/spelling.ts'
import { type Effect, effectOf } from '../../../common/subscriptions/paid-until.ts'
import type { Form } from '../form.ts'
import { payablePage } from '../payable/page.ts'
import { checkoutView } from './view.ts'

/** The hosted page of a checkout. */
export const checkoutPage = payablePage<
  CheckoutObject & {
    effect: Effect
    known: KnownContact
    pictures: ReadonlyMap<number, Picture>
    mayStartAgain: boolean
  }
>({
  type: 'checkout',
  path: '/checkout',
  find: async (sql, id, token, now) => {
    const page = await findCheckoutPage(sql, id, token, now)
    if (!page) return null
    const { found, pictures, mayStartAgain } = page
    const effect = await effectOf(sql, found, page.now)
    return {
      ...page,
      found: { ...found, effect, known: await knownContact(sql, found), pictures, mayStartAgain },
    }
  },
  pay: payCheckout,
  press: async (tx, scope, checkout, action, form) => {
    if (action === 'start_again') {
      const goTo = await startAgain(tx, scope, checkout.id)
      return goTo === null && checkout.status === 'expired' ? { errors: { '': 'not_payable' } } : { goTo }
    }
    return isOrderChange(action) ? { errors: await changeOrder(tx, scope, checkout, action, form) } : {}
  },
  view: (page, { effect, known, pictures, mayStartAgain, ...checkout }) =>
    checkoutView({
      ...page,
      ...{ ...effect, known, pictures },
      typed: page.errors.promotion_code ? page.typed : leftTyped(page.typed, checkout),
      checkout: {
        ...checkout,
        success_url: withCheckoutId(checkout.success_url, checkout.id),
        cancel_url: withCheckoutId(checkout.cancel_url, checkout.id),
      },
      canStartAgain:
        checkout.status === 'expired' && mayStartAgain && !effect.isPlanChange && !page.errors[''],
    }),
})

/** A code that is on the order now has left its field. */
function leftTyped(typed: Form, { promotion_codes: codes }: CheckoutObject): Form {
  const { promotion_code: typedCode = '', ...others } = typed
  const taken = codes.some(({ code }) => code === spelled(typedCode))
  return taken ? others : typed
}
