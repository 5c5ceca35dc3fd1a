import Joi from 'joi'
import type {
  PromotionCodeChanges,
  PromotionCodeInput,
} from '../../../common/domain/promotion-codes/input.ts'
import type { PromotionCodeFilter } from '../../../common/services/promotion-codes/list.ts'
import {
  amount,
  fields,
  fixed,
  id,
  misplaced,
  pattern,
  queryBoolean,
  text,
  timestamp,
  wholeNumber,
} from '../../fields.ts'
import { listQuery } from '../../page.ts'

const code = pattern(/^[A-Za-z0-9_-]{3,50}$/, '3 to 50 characters of A-Z, 0-9, - and _').description(
  'The text that customers type. Stored in capitals.',
)
const times = wholeNumber(1, 999_999_999)
const uses = times.description('The most times that it can be used. Unlimited by default.')
const usesEach = times.description('The most times that one customer can use it.')
const minimum = amount().description('The smallest subtotal that it applies to.')
const startsAt = timestamp().description('The time when it starts to work.')
const expiresAt = timestamp().description('The time when it stops working.')
const combinable = Joi.boolean().description('Whether it can be combined with other codes.')
const active = Joi.boolean().description('Whether it works.')

/** The body of `POST /promotion-codes`. */
export const promotionCodeBody = fields<PromotionCodeInput>({
  code: code.required(),
  type: Joi.string()
    .valid('order_total', 'product')
    .required()
    .description('The part of the order that it applies to: the whole order, or the listed products.'),
  percent_off: wholeNumber(1, 100).description('The percentage to take off.'),
  amount_off: amount(1).description('The amount to take off.'),
  product_ids: Joi.array()
    .items(id())
    .min(1)
    .max(100)
    .unique()
    .description('The products; for the type `product` only.')
    .when('type', {
      switch: [
        { is: 'product', then: Joi.required() },
        { is: 'order_total', then: misplaced("is only possible with the type 'product'. Leave it out") },
      ],
    }),
  minimum_amount: minimum,
  starts_at: startsAt,
  expires_at: expiresAt,
  max_redemptions: uses,
  max_redemptions_per_customer: usesEach,
  combinable: combinable.meta({ default: false }),
  active: active.meta({ default: true }),
})
  .xor('percent_off', 'amount_off')
  .example({ code: 'SPRING10', type: 'order_total', percent_off: 10, expires_at: '2026-06-01T00:00:00Z' })

const agreed = fixed('Create a new code, and end this one with "active": false')

/** The body of `PATCH /promotion-codes/:promotion_code_id`. */
export const promotionCodeChanges = fields<PromotionCodeChanges>({
  minimum_amount: minimum.allow(null),
  starts_at: startsAt.allow(null),
  expires_at: expiresAt.allow(null),
  max_redemptions: uses.allow(null),
  max_redemptions_per_customer: usesEach.allow(null),
  combinable,
  active,
  code: agreed,
  type: agreed,
  percent_off: agreed,
  amount_off: agreed,
  product_ids: agreed,
}).example({ active: false })

export const promotionCodeQuery = listQuery<PromotionCodeFilter>({
  code: text(50).description('Only this code.'),
  active: queryBoolean().description('Only active codes, or only inactive ones.'),
})
