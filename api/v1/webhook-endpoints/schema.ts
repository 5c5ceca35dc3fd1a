import Joi from 'joi'
import { eventTypes } from '../../../common/domain/events/types.ts'
import { addressRules, unfitEndpointAddress } from '../../../common/domain/webhooks/address.ts'
import type { EndpointChanges, EndpointInput } from '../../../common/domain/webhooks/endpoints/input.ts'
import type { RehearsalInput } from '../../../common/domain/webhooks/rehearsals/object.ts'
import { isSignatureHeader, SIGNATURE_HEADER } from '../../../common/domain/webhooks/signature-header.ts'
import { unfit } from '../../../common/kit/text.ts'
import { config } from '../../../common/runtime/config.ts'
import type { ListQuery } from '../../../db/page.ts'
import { fields, invalid, matching, text, timestamp } from '../../fields.ts'
import { listQuery } from '../../page.ts'

/** Returns a schema for an address: `https:` and public in live mode, also `http:` in test mode. `WEBHOOK_ALLOW_PRIVATE=1` allows private addresses. */
function address() {
  return Joi.string()
    .custom((value: string, helpers) => {
      if (unfit(value)) return invalid(helpers, 'must not contain control characters')
      const { isTest = false } = (helpers.prefs.context ?? {}) as { isTest?: boolean }
      const reason = unfitEndpointAddress(value, addressRules(isTest, config().webhookAllowPrivate))
      return reason === null ? value : invalid(helpers, reason)
    })
    .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 })
    .description('The address that events are sent to: `https:` and public in live mode.')
}

const description = () => text(500, { lineBreaks: true }).description('Your own note.')
const events = () =>
  Joi.array()
    .items(Joi.string().valid(...eventTypes))
    .min(1)
    .max(100)
    .description('The event types to send. Default: all.')

const signatureHeader = () =>
  matching(isSignatureHeader, SIGNATURE_HEADER)
    .meta({ maxLength: 64 })
    .description(
      'The header for the plain signature, instead of the default one. The headers of Standard Webhooks are always sent.',
    )

const active = () => Joi.boolean().description('Whether events are sent to it.')

/** The body of `POST /webhook-endpoints`. */
export const endpointBody = fields<EndpointInput>({
  url: address().required(),
  description: description(),
  events: events(),
  signature_header: signatureHeader(),
  active: active().meta({ default: true }),
}).example({
  url: 'https://shop.example.org/webhooks',
  events: ['checkout.completed', 'subscription.canceled'],
})

/** The body of `PATCH /webhook-endpoints/:id`. */
export const endpointChanges = fields<EndpointChanges>({
  url: address(),
  description: description().allow(null),
  events: events().allow(null),
  signature_header: signatureHeader().allow(null),
  active: active(),
  resend_since: timestamp()
    .description('With `active: true`: sends the events since this time that were not delivered.')
    .custom((value: Date, helpers) => {
      const [{ active }] = helpers.state.ancestors as [EndpointChanges]
      return active === true ? value : invalid(helpers, 'needs "active": true in the same request')
    }),
}).example({ active: true, resend_since: '2026-02-01T00:00:00Z' })

/** The body of `POST /webhook-endpoints/:id/rehearse`. */
export const rehearsalBody = fields<RehearsalInput>({
  duplicates: Joi.boolean()
    .description('Sends each event a second time after it was delivered.')
    .meta({ default: false }),
  reorder: Joi.boolean().description('Sends events out of order.').meta({ default: false }),
}).example({ duplicates: true, reorder: true })

export const endpointQuery = listQuery<ListQuery>({})
