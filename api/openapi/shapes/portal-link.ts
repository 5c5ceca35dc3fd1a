import type { PortalLinkObject } from '../../../common/portal/create-link.ts'
import { Shape } from '../shape.ts'
import { id, nullable, time, url } from '../values.ts'

export const portalLink = new Shape<PortalLinkObject>({
  name: 'BillingPortalSession',
  description: 'A link under which a customer looks after their subscriptions.',
  properties: {
    id: id('The link.'),
    url: url('Send the customer here. It is told this once; whoever has it can do what the customer can.'),
    customer_id: id('Whose portal it opens.'),
    return_url: nullable(url('Where the way back to you leads.')),
    expires_at: time('Until when it works.'),
  },
  example: {
    id: 90,
    url: 'https://pay.example.org/portal/3vR8tYw1qZ7nB5mK0xLcF2hJ6sD9aG4eU8pTiOyWQrE',
    customer_id: 56,
    return_url: 'https://shop.example.org/account',
    expires_at: '2026-02-05T06:42:00.000000Z',
  },
})
