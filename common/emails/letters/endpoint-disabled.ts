import { config } from '../../runtime/config.ts'
import type { EndpointDisabledWords } from '../words.ts'
import { fact } from './letter.ts'
import type { Letter, Setting } from './letter.ts'

/** To the merchant: nothing more is sent to an endpoint, and how to have it sent again. */
export function endpointDisabled(words: EndpointDisabledWords, { say, project, shop }: Setting): Letter {
  const { endpoint, reason, since } = words
  const lead = `disabled.${reason}` as const
  return {
    subject: say('disabled.subject'),
    preview: say(lead),
    lead,
    facts: [...fact(say('fact.url'), endpoint.url, true), ...fact(say('fact.endpoint'), String(endpoint.id))],
    url: `${config().baseUrl}/docs#updateWebhookEndpoint`,
    address: `${config().baseUrl}/v1/projects/${project.id}/webhook-endpoints/${endpoint.id}`,
    change: JSON.stringify({ active: true, resend_since: since }),
    foot: [say('foot.merchant', { shop })],
  }
}
