import { LINE_BOX, type Picture } from '../../../common/domain/images/picture.ts'
import { formatDate } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { TrialOffer } from '../../../common/services/operations/find-trial-offer.ts'
import { planName, shortName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pictureView } from '../frame.ts'
import { contactOf } from '../kit/contact.ts'
import type { PageView } from '../kit/page-view.ts'
import { stepFrame, type StepInput } from '../renew/step-frame.ts'

export interface TrialPageInput extends StepInput {
  /** Null if the link is too old. Then the page shows no customer data. */
  offer: TrialOffer | null
  /** Our copy of the product's picture. */
  picture?: Picture | null
}

/** The heading, text and HTTP status of each state. */
const SENTENCES = {
  open: { heading: 'trial.heading', text: 'trial.text', status: 200 },
  started: { heading: 'trial.heading_started', text: 'trial.text_started', status: 200 },
  subscribed: { heading: 'trial.heading_subscribed', text: 'trial.text_subscribed', status: 200 },
  used: { heading: 'trial.heading_used', text: 'trial.text_used', status: 410 },
  unsold: { heading: 'trial.heading_unsold', text: 'trial.text_unsold', status: 410 },
  old: { heading: 'renew.heading_old', text: 'trial.text_old', status: 410 },
} as const satisfies Record<string, { heading: SentenceKey; text: SentenceKey; status: number }>

/** Returns the page of a trial link: the plan and what happens after the trial, or why it cannot start. */
export function trialView(input: TrialPageInput): PageView {
  const { offer, project, locale } = input
  const t = translate(locale)
  const state = offer?.state ?? 'old'
  const isOpen = state === 'open'
  const hasAccess = state === 'started' || state === 'subscribed'
  const about = aboutOf(input)
  const view = {
    ...stepFrame(input, {
      heading: t(SENTENCES[state].heading, about),
      state: `trial_${state}`,
      about,
      alone: !isOpen,
    }),
    text: t(SENTENCES[state].text, about),
    plan: isOpen && offer ? planOf(offer, input) : null,
    // A customer with access has nothing to ask, but the page needs a way on.
    ...(!isOpen && !(hasAccess && project.websiteUrl) && { contact: contactOf(project, locale) }),
    done: hasAccess,
    over: !isOpen && !hasAccess,
    begun: state === 'started',
    backUrl: project.websiteUrl,
  }
  return {
    status: Object.keys(input.errors).length > 0 ? 422 : SENTENCES[state].status,
    template: isOpen ? 'trial/offer' : 'renew/closed',
    view,
  }
}

function aboutOf({ offer, project, locale }: TrialPageInput): Record<string, string> {
  const shop = shortName(project)
  if (!offer) return { shop }
  return {
    shop,
    plan: planName(offer.price),
    product: offer.price.product.name,
    date: formatDate(offer.endsAt, project.timezone, locale),
  }
}

function planOf({ price, days, endsAt }: TrialOffer, { project, locale, picture }: TrialPageInput) {
  const t = translate(locale)
  const priceAfter = priceLine(price, project.currency, locale)
  return {
    name: planName(price),
    label: t('trial.label', { plan: planName(price) }),
    length: t('trial.length', { count: days }),
    picture: pictureView(picture, LINE_BOX),
    description: price.product.description,
    // Its name alone would only repeat the title.
    isShown: Boolean(picture ?? price.product.description),
    freeUntil: formatDate(endsAt, project.timezone, locale),
    priceAfter,
    after: t('trial.after', { price: priceAfter }),
  }
}
