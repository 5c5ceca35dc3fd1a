import Joi from 'joi'
import type {
  PromotionCodeChanges,
  PromotionCodeInput,
} from '../../../common/domain/promotion-codes/input.ts'
import { promotionCodeProperties } from '../../../common/domain/promotion-codes/object.ts'
import type { PromotionCodeFilter } from '../../../common/services/promotion-codes/list.ts'
import { fields, fixed, id, misplaced, queryBoolean, text } from '../../fields.ts'
import { agreed, changed, created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** The body of `POST /promotion-codes`. */
export const promotionCodeBody = fields<PromotionCodeInput>(
  inOrder('code type percent_off amount_off product_ids', {
    ...created(promotionCodeProperties),
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
  }),
)
  .xor('percent_off', 'amount_off')
  .example({ code: 'SPRING10', type: 'order_total', percent_off: 10, expires_at: '2026-06-01T00:00:00Z' })

const INSTEAD = 'Create a new code, and end this one with "active": false'

/** The body of `PATCH /promotion-codes/:promotion_code_id`. */
export const promotionCodeChanges = fields<PromotionCodeChanges>({
  ...changed(promotionCodeProperties),
  ...agreed(promotionCodeProperties, INSTEAD),
  product_ids: fixed(INSTEAD),
}).example({ active: false })

export const promotionCodeQuery = listQuery<PromotionCodeFilter>({
  code: text(50).description('Only this code.'),
  active: queryBoolean().description('Only active codes, or only inactive ones.'),
})
