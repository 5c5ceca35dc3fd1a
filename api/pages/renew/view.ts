import type { Project } from '../../../common/projects/project.ts'
import type { Offer } from '../../../common/subscriptions/find-offer.ts'
import { pageFrame, shopOf, shortName } from '../frame.ts'
import { fieldOf, sentenceOf } from '../payable/fields.ts'
import type { PageView } from '../payable/view.ts'
import { formatAmount, formatDate, words, type Locale, type WordKey } from '../words.ts'

export interface RenewPageInput {
  project: Project
  isTest: boolean
  /** Null where the link is too old: nothing of the customer is shown then. */
  offer: Offer | null
  locale: Locale
  nonce: string
  formToken: string
  typed: Record<string, string>
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
}

/** What each state is called, and what is said of it. */
const SENTENCES = {
  active: { heading: 'renew.heading_active', text: 'renew.text_active' },
  requested: { heading: 'renew.heading_active', text: 'renew.text_requested' },
  trialing: { heading: 'renew.heading_trialing', text: 'renew.text_trialing' },
  past_due: { heading: 'renew.heading_past_due', text: 'renew.text_past_due' },
  again: { heading: 'renew.heading_again', text: 'renew.text_again' },
  unsold: { heading: 'renew.heading_unsold', text: 'renew.text_unsold' },
  waiting: { heading: 'renew.heading_waiting', text: 'renew.text_waiting' },
  old: { heading: 'renew.heading_old', text: 'renew.text_old' },
} as const satisfies Record<string, { heading: WordKey; text: WordKey }>

type State = keyof typeof SENTENCES

const LABELS = { month: 'renew.label_month', year: 'renew.label_year' } as const
const CHOICES = { month: 'renew.choice_month', year: 'renew.choice_year' } as const

/** The page behind the link in a letter about a subscription: what paying for more of it would do. */
export function renewView(input: RenewPageInput): PageView {
  const { project, offer, locale, errors } = input
  const say = words(locale)
  const state = stateOf(offer)
  const about = aboutOf(input)
  const heading = say(SENTENCES[state].heading, about)
  const problems = Object.entries(errors).map(([name, key]) => ({
    text: sentenceOf(key, locale, about) ?? '',
    href: name === '' ? null : `#${name}`,
  }))
  const scheduled = offer !== null && offer.kind === 'renew' && offer.price.id !== offer.subscription.price_id
  const view = {
    page: pageFrame(
      {
        lang: locale,
        nonce: input.nonce,
        title: problems.length > 0 ? say('title.error', { title: heading }) : heading,
        state: `renew_${state}`,
        isTest: input.isTest,
      },
      project,
    ),
    shop: shopOf(project),
    heading,
    text: say(SENTENCES[state].text, about),
    scheduled: scheduled ? say('renew.scheduled', { plan: offer.price.product.name }) : null,
    plan: offer && planOf(offer, input),
    form: { token: input.formToken, amountTotal: '' },
    field: offer && choiceOf(offer, input),
    action: state === 'again' ? 'resubscribe' : 'renew',
    waitingUrl: offer?.waitingUrl ? `${offer.waitingUrl}?lang=${locale}` : null,
    problems,
  }
  return {
    status: state === 'old' || state === 'unsold' ? 410 : 200,
    template: `renew/${templateOf(state)}`,
    view,
  }
}

function stateOf(offer: Offer | null): State {
  if (!offer) return 'old'
  if (offer.waitingUrl) return 'waiting'
  if (offer.kind !== 'renew') return offer.kind
  const { status, canceled_at: canceledAt } = offer.subscription
  if (status === 'past_due') return 'past_due'
  if (canceledAt) return 'requested'
  return status === 'trialing' ? 'trialing' : 'active'
}

function templateOf(state: State): 'offer' | 'closed' {
  return ['waiting', 'unsold', 'old'].includes(state) ? 'closed' : 'offer'
}

function aboutOf({ project, offer, locale }: RenewPageInput): Record<string, string> {
  const shop = shortName(project)
  if (!offer) return { shop }
  const { subscription, graceEndsAt } = offer
  const day = (at: Date) => formatDate(at, project.timezone, locale)
  return {
    shop,
    plan: subscription.product.name,
    date: day(new Date(subscription.ended_at ?? subscription.current_period_end)),
    until: day(graceEndsAt ?? new Date(subscription.current_period_end)),
  }
}

/** What one period is and costs. */
function planOf({ price }: Offer, { project, locale }: RenewPageInput) {
  const amount = formatAmount(price.unit_amount, project.currency, locale)
  const key = LABELS[price.recurring_interval ?? 'month']
  const count = price.recurring_interval_count ?? 1
  return {
    label: words(locale)(key, { plan: price.product.name, count }),
    amount,
    long: amount.length > 13,
  }
}

/** How long to pay for: each choice says what it costs and until when it lasts, so nothing is worked out by heart. */
function choiceOf({ choices, price }: Offer, input: RenewPageInput) {
  const { project, locale } = input
  const say = words(locale)
  const key = CHOICES[price.recurring_interval ?? 'month']
  return fieldOf(input, 'periods', {
    label: say('renew.periods'),
    known: '1',
    options: choices.map(({ periods, amount, until }) => ({
      value: String(periods),
      label: say(key, {
        count: periods * (price.recurring_interval_count ?? 1),
        date: formatDate(until, project.timezone, locale),
        amount: formatAmount(amount, project.currency, locale),
      }),
      selected: false,
    })),
  })
}
