import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, object } from '../../kit/shape.ts'
import { id, text } from '../../kit/values.ts'

const given = { create: true, change: true } as const

/** The fields of a customer that their checkouts and subscriptions show too. */
export const contactFields = {
  name: field(text("The customer's name.", 'Saraa'), column.varchar(255).nullable().erased(), given),
  email: field(
    text("The customer's email address.", 'saraa@example.com'),
    column.varchar(254).nullable().erased(),
    { ...given, as: ['email'] },
  ),
  phone: field(
    text('In the form +97699112233 (E.164).', '+97699112233'),
    column.varchar(32).nullable().erased(),
    {
      ...given,
      // Plain text here: it is parsed as a phone number later, when the country of the project is known.
      as: ['text', 64],
      says: "A phone number. Without a country code, the project's country applies.",
    },
  ),
  client_reference_id: field(
    text('Your own id of this customer, unique in the project.', 'user-7'),
    column.varchar(191).binary().nullable().erased(),
    given,
  ),
}

export const buyerProperties = {
  id: id('The customer.', 56),
  ...contactFields,
  /** Events keep it: it is the merchant's. The customer's row loses it, so that it can be given again. */
  client_reference_id: contactFields.client_reference_id.kept(),
}

/** A customer as checkouts and subscriptions contain it. */
export interface BuyerObject extends Infer<typeof buyerProperties> {}

export const buyer = object<BuyerObject>(buyerProperties, 'The customer.')
