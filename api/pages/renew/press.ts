import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import type { Locale } from '../../../common/kit/format.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import type { ReturnAddresses } from '../../../common/services/checkouts/way-back.ts'
import { findOrOpenRenewal, type Standing } from '../../../common/services/operations/open-renewal.ts'
import { payAsKnown } from '../../../common/services/operations/pay-as-known.ts'
import { readMethod } from '../../../common/services/payments/read-method.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { Form } from '../form.ts'
import type { Pressed } from '../hosted-page.ts'
import { givingWay, payNow } from '../payable/pay-now.ts'

interface Chosen {
  subscriptionId: number
  periods: number
  back?: ReturnAddresses
}

/**
 * Leads to the checkout of a renewal. Where the page offered ways to pay, the press pays on it too, as its own button
 * would; whatever else that page has to ask or to t, such as another sum than was shown, it does itself.
 */
export async function pressRenewal(
  scope: Scope,
  locale: Locale,
  { subscriptionId, periods, back }: Chosen,
  form: Form,
): Promise<Pressed> {
  const seen = standingIn(form)
  const errors: FormErrors = {}
  // If none is offered any more there is nothing to choose: opening the checkout is refused, and says so.
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
  const { goTo } = await givingWay(scope.project, async () => {
    const { query } = await payNow(scope, { type: 'checkout', id }, form, atomically, (tx) =>
      payAsKnown(tx, scope, { id }, typed, locale),
    )
    return page(query && `${query}&`)
  })
  return goTo ? { goTo } : page()
}

/** How the subscription stood on a page that offers ways to pay; null from one that leads on to another that does. */
function standingIn({ standing }: Form): Standing | null {
  const [, id = '', status = '', end = '', price = ''] =
    /^(\d+) (\w+) (\S+) (\d+)$/.exec(standing ?? '') ?? []
  return standing === undefined ? null : { id: Number(id), status, end, priceId: Number(price) }
}
