import { formatDate } from '../../../kit/format.ts'
import { renewUrl } from '../../links/renewal.ts'
import { shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { dayFact, fact } from './content.ts'
import {
  footOf,
  hasEnd,
  nextPrice,
  periodSum,
  planFact,
  type SubscriptionPayload,
  whileSubscription,
} from './subscription.ts'

/** To the customer: the period has ended unpaid, and when access will end. */
export const subscriptionPastDue = defineEmail<SubscriptionPayload>({
  template: 'subscription_past_due',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(
    (standing, periodEnd, now) =>
      standing.status === 'past_due' &&
      !standing.paymentWaits &&
      hasEnd(standing, periodEnd) &&
      now < (standing.graceEndsAt ?? periodEnd),
  ),
  content(payload, setting) {
    const { subscription, access_ends_at: accessEndsAt } = payload
    const { t, locale, project, shop } = setting
    const price = nextPrice(payload)
    const day = (at: string) => formatDate(new Date(at), project.timezone, locale)
    const about = {
      product: shortName(subscription.product),
      shop,
      date: day(subscription.current_period_end),
      until: day(accessEndsAt ?? subscription.current_period_end),
    }
    return {
      subject: t('email.overdue.subject', about),
      preview: t('email.overdue.access', about),
      ...about,
      amount: periodSum(price, setting),
      facts: [
        ...planFact(payload, t),
        ...fact(t('email.fact.price'), priceLine(price, project.currency, locale)),
        ...dayFact(t('email.fact.was_paid_until'), subscription.current_period_end, setting),
        ...dayFact(
          t('email.fact.access_until'),
          accessEndsAt ?? subscription.current_period_end,
          setting,
          true,
        ),
      ],
      url: renewUrl(subscription.id, setting.linkVersion),
      foot: footOf(setting),
    }
  },
})
