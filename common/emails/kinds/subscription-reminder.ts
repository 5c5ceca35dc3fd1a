import { formatDate } from '../../kit/format.ts'
import { renewUrl } from '../../links/renewal.ts'
import { config } from '../../runtime/config.ts'
import { dayOf } from '../../subscriptions/rules/calendar.ts'
import type { SubscriptionPayload } from '../payloads.ts'
import { calendarFile } from '../rules/calendar-entry.ts'
import { oneLine } from '../rules/plain.ts'
import { type EmailContent, fact, inside, type Setting } from './content.ts'
import { footOf, nextPrice, periodSum, planFact, priceLine } from './subscription.ts'

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
    product: inside(whole),
    shop,
    count: words.days_before ?? 1,
    date,
  }
  const lead = trial ? 'reminder.lead_trial' : 'reminder.lead'
  const url = renewUrl(subscription.id)
  return {
    subject: say(trial ? 'reminder.subject_trial' : 'reminder.subject', about),
    preview: say(lead, about),
    lead,
    ...about,
    trial,
    button: trial ? 'reminder.button_trial' : 'reminder.button',
    amount,
    facts: [
      ...planFact(words, say),
      ...fact(say('fact.price'), priceLine(price, setting)),
      ...fact(say(trial ? 'fact.free_until' : 'fact.paid_until'), date, true),
    ],
    url,
    calendar: calendarFile({
      uid: `renewal-${subscription.id}-${end.getTime()}@${new URL(config().baseUrl).hostname}`,
      stamp: new Date(subscription.updated_at),
      day: dayOf(end, project.timezone),
      title: oneLine(
        say(trial ? 'reminder.entry_trial' : 'reminder.entry', { product: whole, shop: project.name }),
      ),
      description: `${oneLine(say('reminder.entry_how', { ...about, amount }))}\n${url}`,
      url,
    }),
    foot: footOf(setting),
  }
}
