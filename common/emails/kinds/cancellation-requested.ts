import { formatDate } from '../../kit/format.ts'
import { portalUrl } from '../../links/portal.ts'
import { planName } from '../../text/plan-name.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf } from './subscription.ts'

/** To the customer: it ends with what is paid for, as was asked, and can be kept until then. */
export function cancellationRequested({ subscription }: SubscriptionPayload, setting: Setting): EmailContent {
  const { say, locale, project, shop } = setting
  const about = {
    product: shortName(subscription.product),
    shop,
    date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
  }
  return {
    subject: say('email.cancel.subject', about),
    preview: say('email.cancel.lead', about),
    ...about,
    facts: [
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...dayFact(say('email.fact.access_until'), subscription.current_period_end, setting, true),
    ],
    url: portalUrl(subscription.customer_id, setting.linkVersion),
    foot: footOf(setting),
  }
}
