import type { ResendAnswer } from '../../../common/webhooks/resend-failed.ts'
import { Shape } from '../shape.ts'
import { id, nullable, time, wholeNumber } from '../values.ts'

export const webhookResend = new Shape<ResendAnswer>({
  name: 'WebhookResend',
  description: 'How many failed deliveries are being sent again.',
  properties: {
    count: wholeNumber('How many; inactive endpoints are left out.'),
    since: time('Since when they have failed.'),
    endpoint_id: nullable(id('The endpoint; null for every active one.')),
  },
  example: { count: 12, since: '2026-02-05T06:00:00.000000Z', endpoint_id: 3 },
})
