import Joi from 'joi'
import { FLOWS, type PortalLinkInput } from '../../../common/domain/portal/input.ts'
import { portalLink } from '../../../common/domain/portal/object.ts'
import { LOCALES } from '../../../common/kit/languages.ts'
import { createPortalLink } from '../../../common/services/portal/create-link.ts'
import { type Endpoint, writes } from '../../endpoint.ts'
import { fields, id, text, webAddress } from '../../fields.ts'
import { one } from '../../openapi/reply.ts'

const body = fields<PortalLinkInput>({
  customer_id: id().description('The customer of the portal.'),
  client_reference_id: text(191).description('Your own id of the customer, instead of `customer_id`.'),
  return_url: webAddress().description('The address of the link back to your site.'),
  locale: Joi.string()
    .valid('auto', ...LOCALES)
    .description("The language of the pages; `auto` uses the browser's.")
    .meta({ default: 'auto' }),
  flow: Joi.string()
    .valid(...FLOWS)
    .description('Opens the portal on this page of `subscription_id`.'),
  subscription_id: id().description('The subscription for `flow`.'),
})
  .xor('customer_id', 'client_reference_id')
  .example({ customer_id: 56, return_url: 'https://shop.example.org/account' })

/** Also served at `/v1/billing-portal/sessions`, where the token selects the project. */
export const billingPortalEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/billing-portal/sessions',
      name: 'createBillingPortalSession',
      nameByToken: 'createBillingPortalSessionByToken',
      summary: 'Open the portal for a customer',
      description:
        'Send the customer to the returned `url`. It works for 30 minutes and signs the browser in for an hour.',
      answers: { 201: one(portalLink) },
      refuses: ['customer_not_found', 'subscription_not_found', 'subscription_canceled'],
      paths: { subscription_canceled: 'subscription_id' },
      body,
    },
    async (tx, request) => ({ status: 201, data: await createPortalLink(tx, request.scope, request.draft) }),
  ),
]
