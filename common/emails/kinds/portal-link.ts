import { portalUrl } from '../../links/portal.ts'
import type { PortalLinkPayload } from '../payloads.ts'
import { type EmailContent, helpLine, type Setting } from './content.ts'

/** To the customer, who asked for it on the page of an old link: a new one. */
export function portalLink({ customer_id: customerId }: PortalLinkPayload, setting: Setting): EmailContent {
  const { say, project, shop } = setting
  return {
    subject: say('email.portal.subject', { shop }),
    preview: say('email.portal.lead', { shop }),
    facts: [],
    url: portalUrl(customerId, setting.linkVersion),
    foot: [helpLine(setting, project.email, project.supportPhone)],
  }
}
