import Joi from 'joi'
import { methods } from '../../../common/methods/all.ts'
import { fields, pattern, text, wholeNumber } from '../../fields.ts'

/** The input of every page with something to pay. */
export interface PayInvoiceInput {
  payment_method?: string
  email?: string
}

/** The input of the page of a checkout. */
export interface PayCheckoutInput extends PayInvoiceInput {
  phone?: string
  delivery_address?: Record<string, string>
  custom_fields?: Record<string, string>
  promotion_codes?: string[]
  quantities?: Record<string, number>
}

const method = Joi.string()
  .valid(...methods.map(({ name }) => name))
  .description('The payment method. Default: the test method, which moves no money.')

/** The extra choice of each payment method, under its own name. */
const choices = Object.fromEntries(
  methods.flatMap(({ page: { choice } }) =>
    choice
      ? [
          [
            choice.field,
            Joi.string()
              .valid(...choice.options.map(({ value }) => value))
              .description('The outcome. Default: the first one.'),
          ],
        ]
      : [],
  ),
)

const email = text(254).description(
  'The email address for the receipt. Default: the one that the page has already.',
)

const address = Joi.object({
  name: text(255).description('The name of the recipient. The page requires it.'),
  line1: text(255).description('Street and house.'),
  line2: text(255).description('A second line.'),
  city: text(255).description('City or province.'),
  district: text(255).description('District.'),
  postal_code: text(255).description('Postal code.'),
  country: pattern(/^[A-Za-z]{2}$/, 'the two letters of a country').description(
    "Default: the project's country.",
  ),
  note: text(255).description('Delivery instructions.'),
}).description('The complete delivery address.')

const answers = Joi.object()
  .max(3)
  .pattern(pattern(/^[a-z0-9_]{1,50}$/, 'the key of a question'), text(255))
  .description(
    "Answers by the keys of the checkout's `custom_fields`. The answer to a dropdown is the `value` of an option.",
  )

const quantities = Joi.object()
  .max(100)
  .pattern(pattern(/^[1-9][0-9]{0,14}$/, 'the id of an item'), wholeNumber(1, 999_999))
  .description('Quantities by item id, for `items` with an adjustable quantity.')

const EXAMPLE = { email: 'saraa@example.com' }

/** The body of `POST /invoices/:id/pay`. */
export const payInvoiceBody = fields<PayInvoiceInput>({ payment_method: method, ...choices, email }).example(
  EXAMPLE,
)

/** The body of `POST /checkouts/:id/pay`. */
export const payCheckoutBody = fields<PayCheckoutInput>({
  payment_method: method,
  ...choices,
  email,
  phone: text(32).description('The phone number, if the page asks for it.'),
  delivery_address: address,
  custom_fields: answers,
  promotion_codes: Joi.array()
    .items(text(50))
    .max(20)
    .description('Promotion codes, entered one after the other as a customer would.'),
  quantities,
}).example(EXAMPLE)
