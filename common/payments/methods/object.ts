import { type Infer, list, shape } from '../../kit/shape.ts'
import { flag, text } from '../../kit/values.ts'

const properties = {
  ok: flag('Whether customers can pay by it, in the mode of the token.', false),
  problems: list(
    'What is wrong and what to do, a sentence each.',
    text('One of them.', 'payment_methods.bank_transfer.account_number is not set.'),
  ),
}

/** Whether customers can pay by a method, and why not, in words for the merchant. */
export interface MethodCheck extends Infer<typeof properties> {}

export const methodCheck = shape<MethodCheck>(
  'PaymentMethodCheck',
  'How a payment method is set up.',
  properties,
)
