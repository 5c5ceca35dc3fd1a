import Joi from 'joi'
import { methods } from '../../../common/payments/methods/all.ts'
import { fields, pattern, text, wholeNumber } from '../../fields.ts'

/** What a customer chooses to pay with, as every page of something to pay asks it. */
export interface PayInvoiceInput {
  payment_method?: string
  email?: string
}

/** As `PayInvoiceInput`, with what the page of a checkout asks beside it. */
export interface PayCheckoutInput extends PayInvoiceInput {
  phone?: string
  delivery_address?: Record<string, string>
  custom_fields?: Record<string, string>
  promotion_codes?: string[]
  quantities?: Record<string, number>
}

const method = Joi.string()
  .valid(...methods.map(({ name }) => name))
  .description('The way to pay; the one that takes no money unless given.')

/** What else is to be chosen with a way to pay, under its own name; the first unless given. */
const choices = Object.fromEntries(
  methods.flatMap(({ page: { choice } }) =>
    choice
      ? [
          [
            choice.field,
            Joi.string()
              .valid(...choice.options.map(({ value }) => value))
              .description('How it ends; the first unless given.'),
          ],
        ]
      : [],
  ),
)

const email = text(254).description('For the receipt; what the page knows already unless given.')

const address = Joi.object({
  line1: text(255).description('Street and house.'),
  line2: text(255).description('More of it.'),
  city: text(255).description('City or province.'),
  district: text(255).description('District.'),
  postal_code: text(255).description('Postal code.'),
  country: pattern(/^[A-Za-z]{2}$/, 'the two letters of a country').description(
    "The project's unless given.",
  ),
  note: text(255).description('For whoever delivers.'),
}).description('Where to deliver, whole.')

const answers = Joi.object()
  .max(3)
  .pattern(pattern(/^[a-z0-9_]{1,50}$/, 'the key of a question'), text(255))
  .description("Answers by the keys of the checkout's `custom_fields`; of a dropdown the option's `value`.")

const quantities = Joi.object()
  .max(100)
  .pattern(pattern(/^[1-9][0-9]{0,14}$/, 'the id of an item'), wholeNumber(1, 999_999))
  .description('Quantities by the ids of `items` whose quantity can be chosen.')

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
  phone: text(32).description('Where the page asks for it.'),
  delivery_address: address,
  custom_fields: answers,
  promotion_codes: Joi.array()
    .items(text(50))
    .max(20)
    .description('Entered one after the other, as a customer would.'),
  quantities,
}).example(EXAMPLE)
