import { LINE } from '../../../common/images/rules/picture.ts'
import type { Picture } from '../../../common/images/rules/picture.ts'
import type { Holding } from '../../../common/portal/list-holdings.ts'
import { pictureView, shortName, type PictureView } from '../frame.ts'
import { row } from '../payable/receipt.ts'
import type { Row } from '../payable/receipt.ts'
import { formatAmount, formatDate, formatDateTime, words } from '../words.ts'
import type { WordKey } from '../words.ts'
import type { Addresses } from './addresses.ts'
import { priceLine, scheduledLine, stateOf, statusLine } from './status.ts'
import type { Spoken, State } from './status.ts'

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
  primary: Choice
  others: Choice[]
}

/** A link to a page of its own, or a button that does it at once. */
export interface Choice {
  label: string
  /** The label, and which subscription it is about: there may be several cards. */
  full: string
  href: string | null
  action: string | null
  post: string | null
}

const TONE: Record<State, Card['tone']> = {
  active: 'good',
  trialing: 'good',
  requested: 'plain',
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

export function cardOf(holding: Holding, input: CardInput): Card {
  const { subscription } = holding
  const say = words(input.locale)
  const day = (at: string) => formatDate(new Date(at), input.project.timezone, input.locale)
  const state = stateOf(holding)
  const period = say('portal.period_text', {
    from: day(subscription.current_period_start),
    until: day(subscription.current_period_end),
  })
  const [primary, ...others] = choicesOf(holding, input)
  return {
    id: subscription.id,
    plan: subscription.product.name,
    picture: pictureView(input.pictures?.get(subscription.product_id), LINE),
    status: statusLine(holding, input),
    tone: TONE[state],
    facts: [
      ...row(say('portal.price'), priceLine(subscription.price, input)),
      ...row(say(subscription.status === 'trialing' ? 'portal.trial' : 'portal.period'), period),
    ],
    next: nextOf(holding, input),
    primary: primary!,
    others,
  }
}

const NEXT: Record<State, WordKey> = {
  active: 'portal.next_active',
  requested: 'portal.next_requested',
  trialing: 'portal.next_trialing',
  past_due: 'portal.next_past_due',
  canceled: 'portal.next_canceled',
}

/** What happens next if nobody acts, and what has been arranged. */
function nextOf(holding: Holding, spoken: Spoken): string[] {
  const { project, locale } = spoken
  const { subscription, waiting } = holding
  const arranged = scheduledLine(holding, spoken)
  const say = words(locale)
  const zone = project.timezone
  const date = formatDate(new Date(subscription.current_period_end), zone, locale)
  const shop = shortName(project)
  return [
    ...(waiting
      ? [
          say('portal.waiting', {
            amount: formatAmount(waiting.amount, project.currency, locale),
            reference: waiting.reference ?? '',
            time: waiting.claimedAt ? formatDateTime(waiting.claimedAt, zone, locale) : '',
            shop,
          }),
        ]
      : [say(NEXT[stateOf(holding)], { date })]),
    ...(arranged === null ? [] : [arranged]),
  ]
}

/** What can be done, the fitting one first. */
function choicesOf(holding: Holding, input: CardInput): Choice[] {
  const { subscription, scheduled, waiting } = holding
  const { addresses, hasPlans } = input
  const { id } = subscription
  const say = words(input.locale)
  const choice = (key: WordKey, more: Partial<Choice>): Choice => {
    const label = say(key)
    const full = `${label}: ${subscription.product.name}`
    return { label, full, href: null, action: null, post: addresses.subscription(id), ...more }
  }
  const state = stateOf(holding)
  const pay = (key: WordKey) => choice(key, { href: addresses.step(id, 'renew') })
  const plans = (key: WordKey) => choice(key, { href: addresses.step(id, 'plans') })
  const cancel = choice('portal.cancel', { href: addresses.step(id, 'cancel') })
  const resume = choice('portal.resume', { action: 'resume' })
  const transfer = waiting && choice('portal.see_transfer', { href: `${waiting.url}?lang=${input.locale}` })
  const change = [
    ...(hasPlans && !waiting ? [plans('portal.change')] : []),
    ...(scheduled ? [choice('portal.undo', { action: 'undo_change' })] : []),
  ]
  if (state === 'canceled') {
    const { price } = subscription
    if (!price.active || !price.product.active) return [plans('portal.again')]
    return [pay('portal.again'), ...(hasPlans ? [plans('portal.other_plan')] : [])]
  }
  const main =
    state === 'past_due' ? pay('portal.pay') : pay(state === 'trialing' ? 'portal.go_on' : 'portal.renew')
  if (transfer) return [transfer, ...change, state === 'requested' ? resume : cancel]
  return state === 'requested' ? [resume, main, ...change] : [main, ...change, cancel]
}
