import { config } from '../../runtime/config.ts'
import type { EndpointDisabledWords } from '../words.ts'
import { fact } from './letter.ts'
import type { Letter, Setting } from './letter.ts'

/** To the merchant: nothing more is sent to an endpoint, and how to have it sent again. */
export function endpointDisabled(words: EndpointDisabledWords, { say, project }: Setting): Letter {
  const { endpoint, reason, since } = words
  const gone = reason === 'gone'
  return {
    subject: say('disabled.subject'),
    preview: endpoint.url,
    gone,
    facts: [...fact(say('fact.url'), endpoint.url, true), ...fact(say('fact.endpoint'), String(endpoint.id))],
    url: `${config().baseUrl}/v1/projects/${project.id}/webhook-endpoints/${endpoint.id}`,
    change: JSON.stringify({ active: true, resend_since: since }),
    foot: [say('foot.merchant', { shop: project.name })],
  }
}
