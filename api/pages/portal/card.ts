import { LINE_BOX, type Picture } from '../../../common/domain/images/picture.ts'
import { isOffered } from '../../../common/domain/prices/offered.ts'
import { formatShortDate } from '../../../common/kit/format.ts'
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
import { type Spoken, type State, stateOf, statusLine } from './status.ts'

/** A subscription in the list: how it stands, what comes next, and what can be done. */
export interface Card {
  id: number
  plan: string
  picture: PictureView | null
  status: string
  /** How the status is marked, never by colour alone: it says the same in words. */
  tone: 'good' | 'bad' | 'plain'
  facts: Row[]
  next: string[]
  /** What fits best; null where nothing can be done. */
  primary: Choice | null
  others: Choice[]
}

/** A link to a page of its own, or a button that does it at once. */
export interface Choice {
  label: string
  /** The label, and which subscription it is about: there may be several cards. */
  full: string
  /** What has time is not the loudest thing on the page. */
  look: 'primary' | 'secondary'
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

interface CardInput extends Spoken {
  addresses: Addresses
  /** Whether there is any other plan to change to. */
  hasPlans: boolean
  /** Our copies of products' pictures, by product. */
  pictures?: ReadonlyMap<number, Picture>
}

export function cardOf(holding: PortalSubscription, input: CardInput): Card {
  const { subscription } = holding
  const t = translate(input.locale)
  const day = (at: string) => formatShortDate(new Date(at), input.project.timezone, input.locale)
  const state = stateOf(holding)
  const period = t('portal.period_text', {
    from: day(subscription.current_period_start),
    until: day(subscription.current_period_end),
  })
  // A running one's status says until when by itself; the days stand once, and not three times.
  const saysUntil = !holding.waiting && !['past_due', 'canceled'].includes(state)
  const [primary, ...others] = choicesOf(holding, input)
  return {
    id: subscription.id,
    plan: planName(subscription.price),
    picture: pictureView(input.pictures?.get(subscription.product_id), LINE_BOX),
    status: statusLine(holding, input),
    tone: TONE[state],
    facts: [
      ...row(t('portal.price'), priceLine(subscription.price, input.project.currency, input.locale)),
      ...row(
        t(subscription.status === 'trialing' ? 'portal.trial' : 'portal.period'),
        saysUntil ? null : period,
      ),
    ],
    next: nextOf(holding, input, againOf(holding, input)),
    primary: primary ?? null,
    others,
  }
}

/** What can be had in place of what has ended. */
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

/** What can be done, the fitting one first. */
function choicesOf(holding: PortalSubscription, input: CardInput): Choice[] {
  const { subscription, scheduled, waiting } = holding
  const { addresses, hasPlans, now } = input
  const { id } = subscription
  const t = translate(input.locale)
  const choice = (key: SentenceKey, more: Partial<Choice>): Choice => {
    const label = t(key)
    const full = `${label}: ${subscription.product.name}`
    return {
      label,
      full,
      look: 'primary',
      href: null,
      action: null,
      post: addresses.subscription(id),
      ...more,
    }
  }
  const state = stateOf(holding)
  const pay = (key: SentenceKey, look: Choice['look'] = 'primary') =>
    choice(key, { href: addresses.step(id, 'renew'), look })
  const plans = (key: SentenceKey) => choice(key, { href: addresses.step(id, 'plans') })
  const cancel = choice('portal.cancel', { href: addresses.step(id, 'cancel') })
  const resume = choice('portal.resume', { action: 'resume' })
  const transfer = waiting && choice('portal.see_payment', { href: `${waiting.url}?lang=${input.locale}` })
  const change = [
    ...(hasPlans && !waiting ? [plans('portal.change')] : []),
    ...(scheduled && subscription.canceled_at === null
      ? [choice('portal.undo', { action: 'undo_change' })]
      : []),
  ]
  if (state === 'canceled') {
    const again = againOf(holding, input)
    if (again === 'other') return [plans('portal.again')]
    return again === 'same' ? [pay('portal.again'), ...(hasPlans ? [plans('portal.other_plan')] : [])] : []
  }
  const hasTime = new Date(subscription.current_period_end).getTime() - now.getTime() > 14 * DAY
  const main = pay(PAY[state], state === 'active' && hasTime ? 'secondary' : 'primary')
  const requested = state === 'requested' || state === 'trial_requested'
  if (transfer) return [transfer, ...change, requested ? resume : cancel]
  return requested ? [resume, main, ...change] : [main, ...change, cancel]
}
