import { config } from '../../runtime/config.ts'
import type { EndpointDisabledPayload } from '../payloads.ts'
import { type EmailContent, fact, type Setting } from './content.ts'

/** To the merchant: nothing more is sent to an endpoint, and how to have it sent again. */
export function endpointDisabled(
  words: EndpointDisabledPayload,
  { say, project, shop }: Setting,
): EmailContent {
  const { endpoint, reason, since } = words
  const lead = `email.disabled.${reason}` as const
  return {
    subject: say('email.disabled.subject'),
    preview: say(lead),
    lead,
    facts: [
      ...fact(say('email.fact.url'), endpoint.url, true),
      ...fact(say('email.fact.endpoint'), String(endpoint.id)),
    ],
    url: `${config().baseUrl}/docs#updateWebhookEndpoint`,
    address: `${config().baseUrl}/v1/projects/${project.id}/webhook-endpoints/${endpoint.id}`,
    change: JSON.stringify({ active: true, resend_since: since }),
    foot: [say('email.foot.merchant', { shop })],
  }
}
