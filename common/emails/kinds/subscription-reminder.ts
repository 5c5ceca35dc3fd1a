import { formatDate } from '../../kit/format.ts'
import { renewUrl } from '../../links/renewal.ts'
import { config } from '../../runtime/config.ts'
import { dayOf } from '../../subscriptions/rules/calendar.ts'
import { priceLine } from '../../text/price-line.ts'
import { shortName } from '../../text/short-name.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { calendarFile } from '../rules/calendar-entry.ts'
import { oneLine } from '../rules/plain.ts'
import { dayFact, type EmailContent, fact, type Setting } from './content.ts'
import { footOf, nextPrice, periodSum, planFact } from './subscription.ts'

/** To the customer: the end is near, what going on costs, one press to pay it, and a note for the calendar. */
export function renewalReminder(words: SubscriptionPayload, setting: Setting): EmailContent {
  const { subscription } = words
  const { say, locale, project, shop } = setting
  const price = nextPrice(words)
  const amount = periodSum(price, setting)
  const trial = subscription.status === 'trialing'
  const end = new Date(subscription.current_period_end)
  const date = formatDate(end, project.timezone, locale)
  const whole = subscription.product.name
  const about = {
    product: shortName(subscription.product),
    shop,
    count: words.days_before ?? 1,
    date,
  }
  const lead = trial ? 'email.reminder.lead_trial' : 'email.reminder.lead'
  const url = renewUrl(subscription.id)
  return {
    subject: say(trial ? 'email.reminder.subject_trial' : 'email.reminder.subject', about),
    preview: say(lead, about),
    lead,
    ...about,
    trial,
    button: trial ? 'email.reminder.button_trial' : 'email.reminder.button',
    amount,
    facts: [
      ...planFact(words, say),
      ...fact(say('email.fact.price'), priceLine(price, project.currency, locale)),
      ...dayFact(
        say(trial ? 'email.fact.free_until' : 'email.fact.paid_until'),
        subscription.current_period_end,
        setting,
        true,
      ),
    ],
    url,
    calendar: calendarFile({
      uid: `renewal-${subscription.id}-${end.getTime()}@${new URL(config().baseUrl).hostname}`,
      stamp: new Date(subscription.updated_at),
      day: dayOf(end, project.timezone),
      title: oneLine(
        say(trial ? 'email.reminder.entry_trial' : 'email.reminder.entry', {
          product: whole,
          shop: project.name,
        }),
      ),
      description: `${oneLine(say('email.reminder.entry_how', { ...about, amount }))}\n${url}`,
      url,
    }),
    foot: footOf(setting),
  }
}
