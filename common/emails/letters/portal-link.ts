import { letterUrl } from '../../portal/letter-link.ts'
import type { PortalLinkWords } from '../words.ts'
import { helpLine } from './letter.ts'
import type { Letter, Setting } from './letter.ts'

/** To the customer, who asked for it on the page of an old link: a new one. */
export function portalLink({ customer_id: customerId }: PortalLinkWords, setting: Setting): Letter {
  const { say, project, shop } = setting
  return {
    subject: say('portal.subject', { shop }),
    preview: say('portal.lead', { shop }),
    facts: [],
    url: letterUrl(customerId),
    foot: [helpLine(setting, project.email, project.supportPhone)],
  }
}
