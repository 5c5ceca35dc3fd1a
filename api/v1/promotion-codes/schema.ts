import Joi from 'joi'
import type { PromotionCodeChanges, PromotionCodeInput } from '../../../common/promotions/input.ts'
import type { PromotionCodeFilter } from '../../../common/promotions/list-codes.ts'
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
import { PAGE_FIELD } from '../../page.ts'

const code = pattern(/^[A-Za-z0-9_-]{3,50}$/, '3 to 50 characters of A-Z, 0-9, - and _')
const times = wholeNumber(1, 999_999_999)

/** The body of `POST /promotion-codes`. */
export const promotionCodeBody = fields<PromotionCodeInput>({
  code: code.required(),
  type: Joi.string().valid('order_total', 'product').required(),
  percent_off: wholeNumber(1, 100),
  amount_off: amount(1),
  product_ids: Joi.array()
    .items(id())
    .min(1)
    .max(100)
    .unique()
    .when('type', {
      switch: [
        { is: 'product', then: Joi.required() },
        { is: 'order_total', then: misplaced("is only possible with the type 'product'. Leave it out") },
      ],
    }),
  minimum_amount: amount(),
  starts_at: timestamp(),
  expires_at: timestamp(),
  max_redemptions: times,
  max_redemptions_per_customer: times,
  combinable: Joi.boolean(),
  active: Joi.boolean(),
}).xor('percent_off', 'amount_off')

const agreed = fixed('Make a new code, and end this one with "active": false.')

/** The body of `PATCH /promotion-codes/:promotion_code_id`. */
export const promotionCodeChanges = fields<PromotionCodeChanges>({
  minimum_amount: amount().allow(null),
  starts_at: timestamp().allow(null),
  expires_at: timestamp().allow(null),
  max_redemptions: times.allow(null),
  max_redemptions_per_customer: times.allow(null),
  combinable: Joi.boolean(),
  active: Joi.boolean(),
  code: agreed,
  type: agreed,
  percent_off: agreed,
  amount_off: agreed,
  product_ids: agreed,
})

export const promotionCodeQuery = fields<PromotionCodeFilter>({
  ...PAGE_FIELD,
  code: text(50),
  active: queryBoolean(),
})
