import { checkout, checkoutItem } from '../../../common/domain/checkouts/object.ts'
import { DAY, later } from '../../../common/kit/time.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { config } from '../../../common/runtime/config.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type CheckoutPageInput } from '../../pages/checkout/view.ts'
import type { ProjectInput } from '../frame.ts'

/** The price of the sample, in whole units of most currencies. */
const PRICE = 25_000

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/130.0 Mobile Safari/537.36'

/** Returns the checkout page of a sample order in the shop, which exists nowhere. */
export function sampleCheckout(
  { project, locale, isTest }: Pick<ProjectInput, 'project' | 'locale' | 'isTest'>,
  now: Date,
): CheckoutPageInput {
  const name = translate(locale)('dashboard.settings.sample')
  const product = { id: null, project_id: project.id, name, description: null, image_url: null }
  const item = checkoutItem.like({
    ...{ id: 1, name, quantity: 1, unit_amount: PRICE, amount_unit: PRICE },
    ...{ amount_subtotal: PRICE, amount_total: PRICE, adjustable_quantity: null, price_id: null },
    price: { id: null, unit_amount: PRICE, product: { ...product, client_reference_id: null } },
    product: { ...product, client_reference_id: null },
  })
  return {
    project,
    checkout: checkout.like({
      ...{ items: [item], amount_subtotal: PRICE, amount_total: PRICE, is_test: isTest },
      ...{ currency: project.currency, discounts: [], promotion_codes: [], credit_amount: 0 },
      ...{
        customer: null,
        customer_email: null,
        expires_at: later(now, DAY).toISOString(),
        url: config().baseUrl,
      },
      ...{ success_url: null, cancel_url: null, custom_fields: [], status: 'open', mode: 'payment' },
    }),
    payment: null,
    methods: offeredMethods(project, isTest).map((method) => method.name),
    userAgent: PHONE, // most customers have one; other pages offer a code that leads to the order on a phone
    ...{ locale, now, formToken: '', typed: {}, errors: {}, show: 'auto' },
  }
}
