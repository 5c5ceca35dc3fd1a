import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import type { Locale } from '../../../common/kit/format.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import type { ReturnAddresses } from '../../../common/services/checkouts/way-back.ts'
import { findOrOpenRenewal, type ShownState } from '../../../common/services/operations/open-renewal.ts'
import { payWithKnownContact } from '../../../common/services/operations/pay-with-known-contact.ts'
import { readMethod } from '../../../common/services/payments/read-method.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { Form } from '../form.ts'
import type { PressResult } from '../hosted-page.ts'
import { catchPaymentInProgress, payNow } from '../payable/pay-now.ts'

interface Chosen {
  subscriptionId: number
  periods: number
  back?: ReturnAddresses
}

/**
 * Finds or opens the checkout of a renewal and returns its address. If the page offered payment methods, also starts the
 * payment, as the checkout's own button would. The checkout page handles anything else, such as a changed amount.
 */
export async function pressRenewal(
  scope: Scope,
  locale: Locale,
  { subscriptionId, periods, back }: Chosen,
  form: Form,
): Promise<PressResult> {
  const seen = shownStateIn(form)
  const errors: FormErrors = {}
  // If no method is offered any more, opening the checkout is refused with a reason.
  const amount = Number(form.amount_each) * periods
  if (seen && Number.isSafeInteger(amount) && offeredMethods(scope.project, scope.isTest, amount).length > 0)
    readMethod(scope, amount, form, errors)
  if (isFaulty(errors)) return { errors }
  const { id, url, isAsSeen } = await atomically((tx) =>
    findOrOpenRenewal(tx, scope, subscriptionId, periods, { back, seen }),
  )
  const page = (query = '') => ({ goTo: `${url}?${query}lang=${locale}` })
  if (!isAsSeen) return page()
  const typed = { ...form, amount_total: String(amount) }
  const { goTo } = await catchPaymentInProgress(scope.project, async () => {
    const { query } = await payNow(scope, { type: 'checkout', id }, form, atomically, (tx) =>
      payWithKnownContact(tx, scope, { id }, typed, locale),
    )
    return page(query && `${query}&`)
  })
  return goTo ? { goTo } : page()
}

/** Returns the state of the subscription that the page showed, or null if the page offered no payment methods. */
function shownStateIn({ standing }: Form): ShownState | null {
  const [, id = '', status = '', end = '', price = ''] =
    /^(\d+) (\w+) (\S+) (\d+)$/.exec(standing ?? '') ?? []
  return standing === undefined ? null : { id: Number(id), status, end, priceId: Number(price) }
}
