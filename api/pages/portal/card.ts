import { LINE_BOX, type Picture } from '../../../common/domain/images/picture.ts'
import { isOffered } from '../../../common/domain/prices/offered.ts'
import { formatDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { DAY } from '../../../common/kit/time.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { planName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type PictureView, pictureView } from '../frame.ts'
import { type Row, row } from '../kit/row.ts'
import type { Addresses } from './addresses.ts'
import { type Again, nextOf } from './next.ts'
import { type SentenceContext, type State, stateOf, statusLine } from './status.ts'

/** A subscription in the list: its status, what happens next, and the possible actions. */
export interface Card {
  id: number
  plan: string
  picture: PictureView | null
  status: string
  /** The colour of the status. The status text has the same meaning. */
  tone: 'good' | 'bad' | 'plain' | 'pending'
  /** An ended subscription shows no price and no period. */
  isEnded: boolean
  facts: Row[]
  next: string[]
  /** The most likely action; null if none is possible. */
  primary: Choice | null
  others: Choice[]
}

/** A link to a page, or a button that acts at once. */
export interface Choice {
  label: string
  /** The label with the name of the subscription, for screen readers: there may be several cards. */
  full: string
  /** Secondary if the action is not urgent, quiet if the subscription has ended. */
  variant: 'primary' | 'secondary' | 'quiet'
  href: string | null
  action: string | null
  post: string | null
}

const TONE: Record<State, Card['tone']> = {
  active: 'good',
  trialing: 'good',
  requested: 'plain',
  trial_requested: 'plain',
  past_due: 'bad',
  canceled: 'plain',
}

interface CardInput extends SentenceContext {
  addresses: Addresses
  /** Whether there is another plan to change to. */
  hasPlans: boolean
  /** Our copies of products' pictures, by product id. */
  pictures?: ReadonlyMap<number, Picture>
}

/** Returns the card of a subscription. */
export function cardOf(entry: PortalSubscription, input: CardInput): Card {
  const { subscription } = entry
  const t = translate(input.locale)
  const day = (at: string) => formatDate(new Date(at), input.project.timezone, input.locale)
  const state = stateOf(entry)
  const isEnded = state === 'canceled'
  const period = t('portal.period_text', {
    from: day(subscription.current_period_start),
    until: day(lastDay(subscription)),
  })
  // The status of a running subscription contains the date already.
  const statusHasDate = !entry.waiting && state !== 'past_due'
  const [primary, ...others] = choicesOf(entry, input)
  return {
    id: subscription.id,
    plan: planName(subscription.price),
    picture: pictureView(input.pictures?.get(subscription.product_id), LINE_BOX),
    status: statusLine(entry, input),
    tone: entry.waiting ? 'pending' : TONE[state],
    isEnded,
    facts: isEnded
      ? []
      : [
          ...row(t('portal.price'), priceLine(subscription.price, input.project.currency, input.locale)),
          ...row(
            t(subscription.status === 'trialing' ? 'portal.trial' : 'portal.period'),
            statusHasDate ? null : period,
          ),
        ],
    next: nextOf(entry, input, againOf(entry, input)),
    primary: primary ?? null,
    others,
  }
}

/** Returns when access ended or will end: a cancellation at once ends it before the period does. */
function lastDay({ ended_at: ended, current_period_end: end }: PortalSubscription['subscription']): string {
  return ended !== null && ended < end ? ended : end
}

/** Returns what a customer can subscribe to after a subscription has ended. */
function againOf(
  { subscription: { price }, isHeldAgain }: PortalSubscription,
  { hasPlans }: CardInput,
): Again {
  if (isHeldAgain) return 'held'
  if (isOffered(price)) return 'same'
  return hasPlans ? 'other' : 'none'
}

const PAY: Record<Exclude<State, 'canceled'>, SentenceKey> = {
  active: 'portal.renew',
  requested: 'portal.renew',
  trialing: 'portal.go_on',
  trial_requested: 'portal.go_on',
  past_due: 'portal.pay',
}

/** Returns the possible actions, the most likely one first. */
function choicesOf(entry: PortalSubscription, input: CardInput): Choice[] {
  const { subscription, scheduled, waiting } = entry
  const { addresses, hasPlans, now } = input
  const { id } = subscription
  const t = translate(input.locale)
  const choice = (key: SentenceKey, more: Partial<Choice>): Choice => {
    const label = t(key)
    const full = `${label}: ${subscription.product.name}`
    return {
      label,
      full,
      variant: 'primary',
      href: null,
      action: null,
      post: addresses.subscription(id),
      ...more,
    }
  }
  const state = stateOf(entry)
  const pay = (key: SentenceKey, variant: Choice['variant'] = 'primary') =>
    choice(key, { href: addresses.step(id, 'renew'), variant })
  const plans = (key: SentenceKey, variant: Choice['variant'] = 'primary') =>
    choice(key, { href: addresses.step(id, 'plans'), variant })
  const cancel = choice('portal.cancel', { href: addresses.step(id, 'cancel') })
  const resume = choice('portal.resume', { action: 'resume' })
  const seePayment = waiting && choice('portal.see_payment', { href: `${waiting.url}?lang=${input.locale}` })
  const change = [
    ...(hasPlans && !waiting ? [plans('portal.change')] : []),
    ...(scheduled && subscription.canceled_at === null
      ? [choice('portal.undo', { action: 'undo_change' })]
      : []),
  ]
  if (state === 'canceled') {
    const again = againOf(entry, input)
    if (again === 'other') return [plans('portal.again', 'quiet')]
    const other = hasPlans ? [plans('portal.other_plan')] : []
    return again === 'same' ? [pay('portal.again', 'quiet'), ...other] : []
  }
  const hasTime = new Date(subscription.current_period_end).getTime() - now.getTime() > 14 * DAY
  const main = pay(PAY[state], state === 'active' && hasTime ? 'secondary' : 'primary')
  const requested = state === 'requested' || state === 'trial_requested'
  if (seePayment) return [seePayment, ...change, requested ? resume : cancel]
  return requested ? [resume, main, ...change] : [main, ...change, cancel]
}
