import { type Infer, nullable, shape } from '../kit/shape.ts'
import { id, time, url } from '../kit/values.ts'

const properties = {
  id: id('The link.', 90),
  url: url(
    'Send the customer here. It is told this once; whoever has it can do what the customer can.',
    'https://pay.example.org/portal/3vR8tYw1qZ7nB5mK0xLcF2hJ6sD9aG4eU8pTiOyWQrE',
  ),
  customer_id: id('Whose portal it opens.', 56),
  return_url: nullable(url('Where the way back to you leads.', 'https://shop.example.org/account')),
  expires_at: time('Until when it works.', '2026-02-05T06:42:00.000000Z'),
}

/** What is answered, once: of the secret in `url` only its hash is kept. */
export interface PortalLinkObject extends Infer<typeof properties> {}

export const portalLink = shape<PortalLinkObject>(
  'BillingPortalSession',
  'A link under which a customer looks after their subscriptions.',
  properties,
)
