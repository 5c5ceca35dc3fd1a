import { type Infer, list, shape } from '../kit/shape.ts'
import { flag, text } from '../kit/values.ts'

const properties = {
  ok: flag('Whether customers can pay with it, in the mode of the token.', false),
  problems: list(
    'Problems with their solution, one sentence each.',
    text('A problem.', 'payment_methods.bank_transfer.account_number is not set.'),
  ),
}

/** Whether customers can pay with a method, and why not, for the merchant. */
export interface MethodCheck extends Infer<typeof properties> {}

export const methodCheck = shape<MethodCheck>(
  'PaymentMethodCheck',
  'The result of checking a payment method.',
  properties,
)
