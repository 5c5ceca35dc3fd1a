import Joi from 'joi'
import type { PaymentLinkChanges, PaymentLinkInput } from '../../../common/domain/payment-links/input.ts'
import { paymentLinkProperties } from '../../../common/domain/payment-links/object.ts'
import type { PaymentLinkFilter } from '../../../common/services/payment-links/list.ts'
import { amount, fields, queryBoolean } from '../../fields.ts'
import { changed, created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'
import { checkoutItem, customFields, inlineProduct, unitAmount } from '../checkouts/schema.ts'

const customUnitAmount = Joi.object({
  minimum: amount(1).required().description('The lowest amount that the customer can choose.'),
  maximum: amount(1).description('The highest amount. By default it has no limit.'),
  suggested: amount(1).description('The amount that the page shows first. By default the field is empty.'),
})

const priceData = Joi.object({
  unit_amount: unitAmount,
  custom_unit_amount: customUnitAmount.description(
    'Lets the customer choose the amount, instead of `unit_amount`. The quantity must be 1.',
  ),
  product_data: inlineProduct,
}).xor('unit_amount', 'custom_unit_amount')

const items = Joi.array()
  .items(
    checkoutItem.keys({ price_data: priceData.description('A price and product that are not registered.') }),
  )
  .min(1)
  .max(100)
  .description('The items to sell. With a recurring price, exactly one.')

const FIRST =
  'items active max_sales ends_at thank_you_text success_url allow_promotion_codes email_collection phone_number_collection delivery_address_collection custom_fields locale'

/** The body of `POST /payment-links`. */
export const paymentLinkBody = fields<PaymentLinkInput>(
  inOrder(FIRST, {
    ...created(paymentLinkProperties),
    items: items.required(),
    custom_fields: customFields,
  }),
).example({
  items: [
    {
      price_data: {
        custom_unit_amount: { minimum: 1_000, suggested: 5_000 },
        product_data: { name: 'Donation to the school library' },
      },
      quantity: 1,
    },
  ],
  thank_you_text: 'Thank you! We will buy new books with it.',
})

/** The body of `PATCH /payment-links/:payment_link_id`. */
export const paymentLinkChanges = fields<PaymentLinkChanges>(
  inOrder(FIRST, {
    ...changed(paymentLinkProperties),
    items,
    custom_fields: customFields.allow(null),
  }),
).example({ active: false })

/** The query of `GET /payment-links`. */
export const paymentLinkQuery = listQuery<PaymentLinkFilter>({
  active: queryBoolean().description('Only links that are switched on, or only those that are off.'),
})
