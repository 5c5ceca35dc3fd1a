import { portalUrl } from '../../links/portal.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { helpLine } from './content.ts'

/** To the customer, on request: a new link into the portal. */
export interface PortalLinkPayload {
  customer_id: number
}

/** To the customer, who requested it on the page of an old link: a new link into the portal. */
export const portalLink = defineEmail<PortalLinkPayload>({
  template: 'portal_link',
  to: 'customer',
  personal: 'erased',
  stillTrue: always,
  content({ customer_id: customerId }, setting) {
    const { t, project, shop } = setting
    return {
      subject: t('email.portal.subject', { shop }),
      preview: t('email.portal.lead', { shop }),
      facts: [],
      url: portalUrl(customerId, setting.linkVersion),
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
