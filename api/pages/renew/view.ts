import { LINE_BOX, type Picture } from '../../../common/domain/images/picture.ts'
import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { planName, shortName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { aroundAmount } from '../checkout/order.ts'
import { pictureView } from '../frame.ts'
import { contactOf } from '../kit/contact.ts'
import { isLong } from '../kit/is-long.ts'
import type { PageView } from '../kit/page-view.ts'
import { lengthsOf, type LengthsView } from './lengths.ts'
import { payHereView, withButton } from './pay-here.ts'
import { stepFrame, type StepInput } from './step-frame.ts'

export interface RenewPageInput extends StepInput {
  /** Null if the link is too old. Then the page shows no customer data. */
  offer: Offer | null
  typed: Record<string, string>
  /** The names of the offered payment methods, in order. */
  methods: string[]
  userAgent?: string
  /** Our copy of the product's picture. */
  picture?: Picture | null
  /** A new link was just requested. The page does not reveal whether one was sent. */
  linkRequested?: boolean
}

/** The heading and text of each state. */
const SENTENCES = {
  active: { heading: 'renew.heading_active', text: 'renew.text_active' },
  requested: { heading: 'renew.heading_active', text: 'renew.text_requested' },
  trialing: { heading: 'renew.heading_trialing', text: 'renew.text_trialing' },
  past_due: { heading: 'renew.heading_active', text: 'renew.text_past_due' },
  again: { heading: 'renew.heading_again', text: 'renew.text_again' },
  unsold: { heading: 'renew.heading_unsold', text: 'renew.text_unsold' },
  waiting: { heading: 'renew.heading_waiting', text: 'renew.text_waiting' },
  waiting_again: { heading: 'renew.heading_waiting', text: 'renew.text_waiting_again' },
  old: { heading: 'renew.heading_old', text: 'renew.text_old' },
  sent: { heading: 'portal.sent', text: 'portal.sent_text' },
} as const satisfies Record<string, { heading: SentenceKey; text: SentenceKey }>

type State = keyof typeof SENTENCES

/** The effect of paying. */
const EFFECTS: Partial<Record<State, SentenceKey>> = {
  active: 'renew.effect_active',
  requested: 'renew.effect_requested',
  trialing: 'renew.effect_trialing',
  past_due: 'renew.effect_past_due',
  again: 'renew.effect_again',
}

/** The title of the page, with the chosen length: it says what is bought. */
const LABELS = {
  active: 'renew.label_renew',
  requested: 'renew.label_renew',
  past_due: 'renew.label_renew',
  trialing: 'renew.label_trialing',
  again: 'renew.label_again',
} as const satisfies Partial<Record<State, SentenceKey>>

/** Returns the page behind the link in an email about a subscription. It shows the effect of paying. */
export function renewView(input: RenewPageInput): PageView {
  const { offer, locale } = input
  const t = translate(locale)
  const state = input.linkRequested && !offer ? 'sent' : stateOf(offer)
  const about = aboutOf(input)
  const faulty = Object.keys(input.errors).length > 0
  const scheduled = offer !== null && offer.kind === 'renew' && offer.price.id !== offer.subscription.price_id
  // If the renewal was refused, no length can be chosen.
  const lengths = offer && !('' in input.errors) ? lengthsOf(offer, input) : null
  const isClosed = templateOf(state) === 'closed'
  const { payHere, button } = withButton(
    offer && !isClosed ? payHereView(offer, input) : null,
    lengths,
    input,
  )
  const view = {
    ...stepFrame(input, {
      heading: t(SENTENCES[state].heading, about),
      state: `renew_${state}`,
      about,
      ...(isClosed ? { alone: true } : { scripts: ['renew.js'] }),
    }),
    text: t(SENTENCES[state].text, about),
    // After a refusal nothing can be paid here.
    effect: EFFECTS[state] && !('' in input.errors) ? t(EFFECTS[state]) : null,
    scheduled: scheduled ? t('renew.scheduled', { plan: planName(offer.price) }) : null,
    pill: state === 'past_due' ? { tone: 'bad', text: overdueLine(offer, input) } : null,
    plan: offer && planOf(offer, lengths, input),
    lengths,
    payHere,
    button,
    hint: t(payHere ? 'order.no_autocharge' : 'renew.hint'),
    action: state === 'again' ? 'resubscribe' : 'renew',
    ...(isClosed && !offer?.waitingUrl && { contact: contactOf(input.project, locale) }),
    sends: state === 'old',
    over: state === 'unsold',
    linkRequested: state === 'sent',
    backUrl: input.project.websiteUrl,
    waitingUrl: offer?.waitingUrl ? `${offer.waitingUrl}?lang=${locale}` : null,
  }
  return {
    status: faulty ? 422 : state === 'old' || state === 'unsold' ? 410 : 200,
    template: `renew/${templateOf(state)}`,
    view,
  }
}

function stateOf(offer: Offer | null): State {
  if (!offer) return 'old'
  if (offer.waitingUrl) return offer.kind === 'renew' ? 'waiting' : 'waiting_again'
  if (offer.kind !== 'renew') return offer.kind
  const { status, canceled_at: canceledAt } = offer.subscription
  if (status === 'past_due') return 'past_due'
  if (canceledAt) return 'requested'
  return status === 'trialing' ? 'trialing' : 'active'
}

function templateOf(state: State): 'offer' | 'closed' {
  return ['waiting', 'waiting_again', 'unsold', 'old', 'sent'].includes(state) ? 'closed' : 'offer'
}

/** Returns until when access stays open without a payment, in the words of the portal. */
function overdueLine(offer: Offer | null, { project, locale }: RenewPageInput): string | null {
  if (!offer) return null
  const end = offer.graceEndsAt ?? new Date(offer.subscription.current_period_end)
  return translate(locale)('portal.status_past_due', { date: formatDate(end, project.timezone, locale) })
}

function aboutOf({ project, offer, locale }: RenewPageInput): Record<string, string> {
  const shop = shortName(project)
  if (!offer) return { shop }
  const { subscription } = offer
  const day = (at: Date) => formatDate(at, project.timezone, locale)
  return {
    shop,
    plan: subscription.product.name,
    date: day(new Date(subscription.ended_at ?? subscription.current_period_end)),
  }
}

/**
 * Returns the plan with the amount of one period, and the title and the sum of the chosen length, or null if none is chosen. A
 * script shows later choices.
 */
function planOf(offer: Offer, lengths: LengthsView | null, { project, locale, picture }: RenewPageInput) {
  const { price } = offer
  const chosen = lengths?.chosen ?? null
  const amount = formatAmount(price.unit_amount, project.currency, locale)
  const interval = { unit: price.recurring_interval ?? 'month', count: price.recurring_interval_count ?? 1 }
  return {
    name: planName(price),
    title: titleOf(offer, chosen, locale),
    unchosen: translate(locale)(SENTENCES[stateOf(offer)].heading, { plan: planName(price) }),
    amount,
    period: aroundAmount({ amount, interval, periods: 1, isUsual: true }, locale),
    sum: chosen?.amount ?? null,
    long: isLong(chosen?.amount ?? amount),
    picture: pictureView(picture, LINE_BOX),
    price: priceLine(price, project.currency, locale),
    description: price.product.description,
    paidUntil: lengths && paidUntil(offer, lengths, { project, locale }),
  }
}

/** Stands for the length in a title. No name contains it. */
const PLACE = '\0'

/** Returns the title of the page, which names the chosen length: the parts around the length, and the length. */
function titleOf(offer: Offer, chosen: LengthsView['chosen'], locale: Locale) {
  const state = stateOf(offer)
  const key = state in LABELS ? LABELS[state as keyof typeof LABELS] : LABELS.active
  const params = { plan: planName(offer.price), length: PLACE }
  const [before, after] = translate(locale)(key, params).split(PLACE)
  return { before, length: chosen?.title ?? '', after }
}

/**
 * Returns until when a subscription is paid, before and after the payment. `*` stands for the last day of the chosen length.
 * Null for a new subscription, which only has an end.
 */
function paidUntil(
  { kind, subscription }: Offer,
  { chosen }: LengthsView,
  { project, locale }: Pick<RenewPageInput, 'project' | 'locale'>,
) {
  if (kind !== 'renew') return null
  const t = translate(locale)
  const from = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const pattern = t('renew.from_until', { from, until: '*' })
  return {
    label: t(subscription.status === 'trialing' ? 'renew.access_until' : 'renew.paid_until'),
    pattern,
    initial: chosen && pattern.replace('*', chosen.day),
    fallback: from,
  }
}
