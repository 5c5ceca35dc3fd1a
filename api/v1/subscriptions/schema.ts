import { id, priceKey, wholeNumber } from '../../fields.ts'

/** The fields of a trial in a body. One of `price` and `price_id` is required. */
export const trialFields = {
  customer_id: id().required().description('The customer.'),
  price: priceKey().description('The lookup key of a recurring price.'),
  price_id: id().description('The id of a recurring price. It takes precedence over `price`.'),
  trial_days: wholeNumber(1, 365)
    .required()
    .description('The length in days. The trial ends at the end of the local day.'),
}

/** The paths of refusals where the price is a field of the body, not of an item in a list. */
export const PRICE_PATHS = {
  lookup_key_not_found: 'price',
  price_not_found: 'price_id',
  price_inactive: 'price',
} as const
