import type { PageView } from '../../api/pages/kit/page-view.ts'
import { NOTICES } from '../../api/pages/portal/addresses.ts'
import { cancelView } from '../../api/pages/portal/cancel-view.ts'
import { type CanceledPageInput, canceledView } from '../../api/pages/portal/canceled-view.ts'
import { type EndedPageInput, endedView } from '../../api/pages/portal/ended-view.ts'
import { type ListPageInput, listView } from '../../api/pages/portal/list-view.ts'
import { type NoAccessInput, noAccessView } from '../../api/pages/portal/no-access.ts'
import { paymentsView } from '../../api/pages/portal/payments-view.ts'
import { type PlansPageInput, plansView } from '../../api/pages/portal/plans-view.ts'
import { renewStepView } from '../../api/pages/portal/show-step.ts'
import type { StepPageInput } from '../../api/pages/portal/step.ts'
import type { RenewPageInput } from '../../api/pages/renew/view.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { PlanChoice } from '../../common/services/portal/list-plans.ts'
import { project } from '../pages/view/fixtures.ts'
import {
  entries,
  explained,
  LONG,
  offerOf,
  planOf,
  portalPage,
  priceOf,
  purchaseOf,
  purchases,
} from './fixtures.ts'

type State = (locale: Locale) => PageView

const ugly = { project: { ...project, name: LONG, color: '#ffe600' }, customerName: LONG }

function list(changes: Partial<ListPageInput> = {}): State {
  return (locale) =>
    listView({
      ...portalPage(locale),
      ...{
        entries: shown('active'),
        purchases: purchases.slice(0, 5),
        hasMorePurchases: true,
        page: 1,
        hasMore: false,
        hasMoreEnded: false,
      },
      ...{ notice: null, error: null },
      ...changes,
    })
}

function shown(...names: string[]): ListPageInput['entries'] {
  return names.map((name) => ({ entry: entries[name]!, hasPlans: name !== 'unsold' }))
}

function plans(name: string, offered: PlanChoice[], changes: Partial<PlansPageInput> = {}): State {
  return (locale) =>
    plansView({
      ...{ ...portalPage(locale), entry: entries[name]!, errors: {} },
      ...{ plans: offered, chosen: undefined, ...changes },
    })
}

function cancel(name: string, changes: Partial<StepPageInput> = {}): State {
  return (locale) => cancelView({ ...portalPage(locale), entry: entries[name]!, errors: {}, ...changes })
}

function canceled(name: string, changes: Partial<CanceledPageInput> = {}): State {
  return (locale) =>
    canceledView({ ...portalPage(locale), entry: entries[name]!, errors: {}, typed: {}, ...changes })
}

function renew(name: string, changes: Partial<RenewPageInput> = {}): State {
  const offer = offerOf(entries[name]!)
  const input = { typed: {}, errors: {}, methods: ['test', 'bank_transfer'] }
  return (locale) => renewStepView({ ...portalPage(locale), offer, ...input, ...changes })
}

function ended(changes: Partial<EndedPageInput> = {}): State {
  const names = ['ended-held', 'ended-requested', 'ended-unpaid', 'ended-trial', 'ended-at-once', 'unsold']
  return (locale) =>
    endedView({ ...portalPage(locale), entries: shown(...names), page: 1, hasMore: true, ...changes })
}

function over(why: NoAccessInput['why'], changes: Partial<NoAccessInput> = {}): State {
  return (locale) =>
    noAccessView({
      ...{
        why,
        project,
        isTest: true,
        linkRequested: false,
        returnUrl: 'https://nomynulgii.example/account',
      },
      ...{ formToken: 'f0rm', locale, post: null, ...changes },
    })
}

const sold = [
  planOf('Номын клуб, хос', 45_000),
  planOf('Оюутан', 9_900, { how: 'schedule', due: 0, date: new Date('2026-09-12T15:59:59Z') }),
]
const family = priceOf('Номын клуб', 60_000, { name: 'Гэр бүл' })
const described = { ...family.product, description: 'Гурван ном зэрэг, гэртээ. '.repeat(20) }
const everyPlan = [
  ...sold,
  planOf(LONG, 999_999_999_999, {
    price: priceOf(LONG, 999_999_999_999, { name: LONG.slice(0, 100) }),
  }),
  planOf('Номын клуб', 60_000, { price: { ...family, product: described } }),
  planOf('Нэг удаа', 18_549),
]

/** The portal page of each state, by the name of the state. */
export const portalStates: Record<string, State> = {
  'portal-none': list({ entries: [], purchases: [], hasMorePurchases: false, returnUrl: null }),
  'portal-ended-only': list({ entries: shown('ended-unpaid', 'unsold'), customerName: null, isTest: false }),
  'portal-every-state': list({ entries: shown(...Object.keys(entries)), ...ugly }),
  'portal-one': list(),
  ...Object.fromEntries(
    NOTICES.map((notice) => [`portal-said-${notice}`, list({ notice, entries: shown('active') })]),
  ),
  'portal-refused': list({ error: 'errors.renewal_paid', entries: shown('scheduled') }),
  'portal-plans': plans('active', everyPlan),
  'portal-plans-chosen': plans('active', sold, { chosen: String(sold[0]!.price.id) }),
  'portal-plans-later': plans('active', sold, { chosen: String(sold[1]!.price.id) }),
  'portal-plans-one': plans('active', sold.slice(0, 1)),
  'portal-plans-none': plans('active', []),
  'portal-plans-trial': plans('trial', [planOf('Tea club', 30_000, { credit: 0, days: null, due: 30_000 })]),
  'portal-plans-again': plans('unsold', [
    planOf('Ondes Martenot', 30_000, { credit: 0, days: null, due: 30_000 }),
  ]),
  'portal-plans-wrong': plans('scheduled', sold, { errors: { price_id: 'errors.plan_required' } }),
  'portal-plans-ugly': plans('ugly', everyPlan, ugly),
  'portal-payments-none': (locale) =>
    paymentsView({ ...portalPage(locale), purchases: [], page: 1, hasMore: false }),
  'portal-payments': (locale) =>
    paymentsView({ ...portalPage(locale, ugly), purchases, page: 2, hasMore: true }),
  'portal-payments-many': (locale) => {
    const many = Array.from({ length: 25 }, (_, index) => purchaseOf('Номын клуб', { quantity: index + 1 }))
    return paymentsView({ ...portalPage(locale), purchases: many, page: 1, hasMore: true })
  },
  'portal-ended': ended(),
  'portal-ended-last': ended({ entries: [], page: 3, hasMore: false }),
  'portal-renew': renew('active'),
  'portal-renew-trial': renew('trial'),
  'portal-renew-overdue': renew('overdue', { typed: { periods: '7' } }),
  'portal-renew-again': renew('ended-unpaid', { errors: { '': 'errors.no_method' } }),
  'portal-renew-wrong': renew('canceled', {
    typed: { periods: '61' },
    errors: { periods: 'errors.periods' },
  }),
  'portal-renew-ugly': renew('ugly', ugly),
  'portal-cancel': cancel('active'),
  'portal-cancel-trial': cancel('trial'),
  'portal-cancel-overdue': cancel('overdue'),
  'portal-cancel-scheduled': cancel('scheduled'),
  'portal-cancel-ugly': cancel('ugly', ugly),
  'portal-canceled': canceled('canceled'),
  'portal-canceled-trial': canceled('trial-canceled'),
  'portal-canceled-waiting': canceled('waiting-canceled'),
  'portal-canceled-ended': canceled('ended-requested'),
  'portal-canceled-told': canceled('canceled', { entry: explained }),
  'portal-canceled-ugly': canceled('canceled', ugly),
  'portal-canceled-wrong': canceled('canceled', {
    typed: { feedback: 'other', comment: 'Би намар эргэж ирнэ. '.repeat(27) },
    errors: { comment: 'errors.comment_too_long' },
  }),
  'portal-old-link': over('old_link'),
  'portal-over': over('over', { returnUrl: null }),
  'portal-signed-out': over('signed_out', { project: ugly.project }),
  'portal-unknown': over('unknown', { project: null, formToken: null, returnUrl: null }),
  'portal-sent': over('old_link', { linkRequested: true }),
}
