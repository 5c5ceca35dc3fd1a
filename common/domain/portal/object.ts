import { type Infer, nullable, shape } from '../../kit/shape.ts'
import { id, time, url } from '../../kit/values.ts'

const properties = {
  id: id('The link.', 90),
  url: url(
    'Send the customer here. It is returned only once. Anyone who has it can act as the customer.',
    'https://pay.example.org/portal/3vR8tYw1qZ7nB5mK0xLcF2hJ6sD9aG4eU8pTiOyWQrE',
  ),
  customer_id: id('The customer whose portal it opens.', 56),
  return_url: nullable(url('Your page to return to.', 'https://shop.example.org/account')),
  expires_at: time('When it stops working.', '2026-02-05T06:42:00.000000Z'),
}

/** The response, returned only once: of the secret in `url` only a hash is stored. */
export interface PortalLinkObject extends Infer<typeof properties> {}

export const portalLink = shape<PortalLinkObject>(
  'BillingPortalSession',
  'A link to the portal, where a customer manages their subscriptions.',
  properties,
)
