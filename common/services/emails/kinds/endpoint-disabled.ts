import { config } from '../../../runtime/config.ts'
import { defineEmail } from '../define-email.ts'
import { fact } from './content.ts'

/** To the merchant: a webhook endpoint was disabled, with the reason. Events after `since` were not delivered. */
export interface EndpointDisabledPayload {
  endpoint: { id: number; url: string }
  reason: 'gone' | 'failing'
  since: string
}

/** To the merchant: an endpoint receives no more events, and how to enable it again. */
export const endpointDisabled = defineEmail<EndpointDisabledPayload>({
  template: 'endpoint_disabled',
  to: 'merchant',
  personal: 'kept',
  stillTrue: async (sql, { endpoint }) => {
    const off = 'SELECT id FROM webhook_endpoints WHERE id = ? AND NOT active AND deleted_at IS NULL'
    return !!(await sql.row(off, [endpoint.id]))
  },
  content(payload, { t, project, shop }) {
    const { endpoint, reason, since } = payload
    const lead = `email.disabled.${reason}` as const
    return {
      subject: t('email.disabled.subject'),
      preview: t(lead),
      lead,
      facts: [
        ...fact(t('email.fact.url'), endpoint.url, true),
        ...fact(t('email.fact.endpoint'), String(endpoint.id)),
      ],
      url: `${config().baseUrl}/docs#updateWebhookEndpoint`,
      address: `${config().baseUrl}/v1/projects/${project.id}/webhook-endpoints/${endpoint.id}`,
      change: JSON.stringify({ active: true, resend_since: since }),
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})
