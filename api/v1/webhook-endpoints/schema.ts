import Joi from 'joi'
import { eventTypes } from '../../../common/domain/events/types.ts'
import { addressRules, unfitEndpointAddress } from '../../../common/domain/webhooks/address.ts'
import type { EndpointChanges, EndpointInput } from '../../../common/domain/webhooks/endpoints/input.ts'
import { endpointProperties } from '../../../common/domain/webhooks/endpoints/object.ts'
import type { RehearsalInput } from '../../../common/domain/webhooks/rehearsals/object.ts'
import { unfit } from '../../../common/kit/text.ts'
import { config } from '../../../common/runtime/config.ts'
import type { ListQuery } from '../../../db/page.ts'
import { fields, invalid, pastTime } from '../../fields.ts'
import { changed, created, inOrder } from '../../given.ts'
import { listQuery } from '../../page.ts'

/** Returns a schema for an address: `https:` and public in live mode, also `http:` in test mode. `WEBHOOK_ALLOW_PRIVATE=1` lifts both rules. */
function address() {
  return Joi.string()
    .custom((value: string, helpers) => {
      if (unfit(value)) return invalid(helpers, 'must not contain control characters, such as line breaks')
      const { isTest = false } = (helpers.prefs.context ?? {}) as { isTest?: boolean }
      const reason = unfitEndpointAddress(value, addressRules(isTest, config().webhookAllowPrivate))
      return reason === null ? value : invalid(helpers, reason)
    })
    .meta({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
      maxLength: 2048,
      missing: 'is required: the address of your receiver, such as https://shop.example.org/webhooks',
    })
    .description(
      'The address that events are sent to: `https:` and public in live mode, also `http:` in test mode. A name is resolved at each attempt: one that leads to a private address, such as `localhost`, is saved, but its attempts fail. An installation for development, such as `bin/dev`, allows `http:` and private addresses in both modes (`WEBHOOK_ALLOW_PRIVATE=1`).',
    )
}

const events = () =>
  Joi.array()
    .items(Joi.string().valid(...eventTypes))
    .min(1)
    .max(100)
    .description('The event types to send. Default: all.')

const HEADER_LENGTH = { maxLength: 64 }
const given = created(endpointProperties)
const changes = changed(endpointProperties)

/** The body of `POST /webhook-endpoints`. */
export const endpointBody = fields<EndpointInput>(
  inOrder('url description events signature_header', {
    ...given,
    url: address().required(),
    events: events(),
    signature_header: given.signature_header.meta(HEADER_LENGTH),
  }),
).example({
  url: 'https://shop.example.org/webhooks',
  events: ['checkout.completed', 'subscription.canceled'],
})

/** The body of `PATCH /webhook-endpoints/:id`. */
export const endpointChanges = fields<EndpointChanges>(
  inOrder('url description events signature_header', {
    ...changes,
    url: address(),
    events: events().allow(null),
    signature_header: changes.signature_header.meta(HEADER_LENGTH),
    resend_since: pastTime('Send the time at which the endpoint stopped receiving')
      .description('With `active: true`: sends the events since this time that were not delivered.')
      .custom((value: Date, helpers) => {
        const [{ active }] = helpers.state.ancestors as [EndpointChanges]
        return active === true ? value : invalid(helpers, 'needs "active": true in the same request')
      }),
  }),
).example({ active: true, resend_since: '2026-02-01T00:00:00Z' })

/** The body of `POST /webhook-endpoints/:id/rehearse`. */
export const rehearsalBody = fields<RehearsalInput>({
  duplicates: Joi.boolean()
    .description('Sends each event a second time after it was delivered.')
    .meta({ default: false }),
  reorder: Joi.boolean().description('Sends events out of order.').meta({ default: false }),
}).example({ duplicates: true, reorder: true })

export const endpointQuery = listQuery<ListQuery>({})
