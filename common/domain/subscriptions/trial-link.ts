import { type Infer, shape } from '../../kit/shape.ts'
import { id, time, url, wholeNumber } from '../../kit/values.ts'

const properties = {
  url: url(
    'Send the customer here. The page shows the plan and starts the trial; it shows no other data.',
    'https://pay.example.org/n/56/1r9k2m0-0-c-e.3vR8tYw1qZ7nB5mK0xLcF2hJ6sD9aG4eU8pTiOyWQrE',
  ),
  customer_id: id('The customer who can start the trial.', 56),
  price_id: id('The price of the plan after the trial.', 12),
  trial_days: wholeNumber('The length in days, counted from the day on which the customer starts it.', 14),
  expires_at: time('When the address stops working.', '2026-03-07T06:12:00.000000Z'),
}

/** The response. The link is signed, not stored. */
export interface TrialLinkObject extends Infer<typeof properties> {}

export const trialLink = shape<TrialLinkObject>(
  'TrialLink',
  'A link to a page on which a customer starts a free trial.',
  properties,
)
