import { calendarFile } from '../../../domain/emails/calendar-entry.ts'
import { oneLine } from '../../../domain/emails/plain.ts'
import { dayOf } from '../../../domain/subscriptions/calendar.ts'
import { formatDate } from '../../../kit/format.ts'
import { config } from '../../../runtime/config.ts'
import { renewUrl } from '../../links/renewal.ts'
import { shortName } from '../../text/names.ts'
import { priceLine } from '../../text/price-line.ts'
import { defineEmail } from '../define-email.ts'
import { fact } from './content.ts'
import {
  footOf,
  hasEnd,
  nextPrice,
  periodEndFact,
  periodSum,
  planFact,
  type SubscriptionPayload,
  whileSubscription,
} from './subscription.ts'

/**
 * To the customer: the period ends soon. Contains the price of a renewal, a button to pay it, and a calendar entry.
 */
export const renewalReminder = defineEmail<SubscriptionPayload>({
  template: 'renewal_reminder',
  to: 'customer',
  personal: 'erased',
  stillTrue: whileSubscription(
    (standing, periodEnd, now) =>
      (standing.status === 'active' || standing.status === 'trialing') &&
      standing.canceledAt === null &&
      !standing.renewalWaits &&
      hasEnd(standing, periodEnd) &&
      now < periodEnd,
  ),
  content(payload, setting) {
    const { subscription } = payload
    const { t, locale, project, shop } = setting
    const price = nextPrice(payload)
    const amount = periodSum(price, setting)
    const trial = subscription.status === 'trialing'
    const end = new Date(subscription.current_period_end)
    const date = formatDate(end, project.timezone, locale)
    const whole = subscription.product.name
    const about = {
      product: shortName(subscription.product),
      shop,
      count: payload.days_before ?? 1,
      date,
    }
    const lead = trial ? 'email.reminder.lead_trial' : 'email.reminder.lead'
    const url = renewUrl(subscription.id, setting.linkVersion)
    return {
      subject: t(trial ? 'email.reminder.subject_trial' : 'email.reminder.subject', about),
      preview: t(lead, about),
      lead,
      ...about,
      trial,
      button: trial ? 'email.reminder.button_trial' : 'email.reminder.button',
      amount,
      facts: [
        ...planFact(payload, t),
        ...fact(t('email.fact.price'), priceLine(price, project.currency, locale)),
        ...periodEndFact(subscription, setting),
      ],
      url,
      calendar: calendarFile({
        uid: `renewal-${subscription.id}-${end.getTime()}@${new URL(config().baseUrl).hostname}`,
        stamp: new Date(subscription.updated_at),
        day: dayOf(end, project.timezone),
        title: oneLine(
          t(trial ? 'email.reminder.entry_trial' : 'email.reminder.entry', {
            product: whole,
            shop: project.name,
          }),
        ),
        description: `${oneLine(t('email.reminder.entry_how', { ...about, amount }))}\n${url}`,
        url,
      }),
      foot: footOf(setting),
    }
  },
})
