import type { TrialInput } from '../../../common/domain/subscriptions/input.ts'
import { trialLink } from '../../../common/domain/subscriptions/trial-link.ts'
import { createTrialLink } from '../../../common/services/operations/create-trial-link.ts'
import { type Endpoint, writes } from '../../endpoint.ts'
import { fields } from '../../fields.ts'
import { one } from '../../openapi/reply.ts'
import { PRICE_PATHS, trialFields } from '../subscriptions/schema.ts'

const body = fields<TrialInput>(trialFields)
  .or('price', 'price_id')
  .example({ customer_id: 56, price: 'club_monthly', trial_days: 14 })

export const trialLinkEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/trial-links',
      name: 'createTrialLink',
      summary: 'Create a trial link',
      description:
        'Send the returned `url` to the customer. The page shows the plan, and its button starts the trial like `POST /subscriptions`; opening it starts nothing. The link works for 30 days, or until the email of the customer changes. Whether the customer can have the trial is checked now, and again when they press the button.',
      answers: { 201: one(trialLink) },
      refuses: [
        'customer_not_found',
        'lookup_key_not_found',
        'price_not_found',
        'price_inactive',
        'price_not_recurring',
        'already_subscribed',
        'trial_already_used',
      ],
      paths: PRICE_PATHS,
      body,
    },
    async (tx, request) => ({ status: 201, data: await createTrialLink(tx, request.scope, request.draft) }),
  ),
]
