import type { PageView } from '../../api/pages/kit/page-view.ts'
import { type TrialPageInput, trialView } from '../../api/pages/trial/view.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { TrialOffer } from '../../common/services/operations/find-trial-offer.ts'
import { project } from '../pages/view/fixtures.ts'
import { subscriptionOf } from '../support/given/email.ts'

const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'
const { price } = subscriptionOf({ projectId: project.id }, {})

/** Returns the offer of a trial of 14 days, on 12 Aug 2026. */
function offer(changes: Partial<TrialOffer> = {}): TrialOffer {
  return {
    ...{ price, days: 14, state: 'open', endsAt: new Date('2026-08-26T15:59:59Z'), locale: null },
    ...changes,
  }
}

const trials: Record<string, Partial<TrialPageInput>> = {
  trial: {},
  'trial-live': { isTest: false, project: { ...project, websiteUrl: 'https://nomynulgii.example' } },
  'trial-pictured': {
    picture: { path: '/assets/pictures/hills-96x96.png', width: 96, height: 96, clear: false },
    offer: offer({
      price: { ...price, product: { ...price.product, description: 'Two books a month, chosen for you.' } },
    }),
  },
  'trial-ugly': {
    project: { ...project, name: LONG, color: '#ff00ff' },
    offer: offer({
      days: 365,
      endsAt: new Date('2027-08-12T15:59:59Z'),
      price: {
        ...{ ...price, unit_amount: 150_119_987_579 },
        ...{ type: 'recurring', recurring_interval: 'year', recurring_interval_count: 3 },
        product: { ...price.product, name: LONG },
      },
    }),
  },
  'trial-one-day': { offer: offer({ days: 1, endsAt: new Date('2026-08-13T15:59:59Z') }) },
  'trial-full': { errors: { '': 'errors.plan_limit' } },
  'trial-started': { offer: offer({ state: 'started' }) },
  'trial-started-way-back': {
    offer: offer({ state: 'started' }),
    project: { ...project, websiteUrl: 'https://nomynulgii.example' },
  },
  'trial-subscribed': { offer: offer({ state: 'subscribed' }) },
  'trial-used': { offer: offer({ state: 'used' }) },
  'trial-unsold': { offer: offer({ state: 'unsold' }) },
  'trial-old': { offer: null },
  'trial-old-no-contact': { offer: null, project: { ...project, email: null, supportPhone: null } },
}

/** Every state of the page of a trial link. */
export const trialStates: Record<string, (locale: Locale) => PageView> = Object.fromEntries(
  Object.entries(trials).map(([name, changes]) => [
    name,
    (locale) =>
      trialView({
        ...{ project, isTest: true, offer: offer(), formToken: 'f0rm', errors: {} },
        ...changes,
        locale,
      }),
  ]),
)
