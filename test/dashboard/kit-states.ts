import { type DetailDefinition, detailView } from '../../api/dashboard/kit/detail-view.ts'
import { type Asked, readAsked } from '../../api/dashboard/kit/filters.ts'
import { type FormDefinition, formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { tableOf } from '../../api/dashboard/kit/table.ts'
import { type ListedPayment, paymentColumns, paymentList } from '../../api/dashboard/payments/view.ts'
import { fieldOf } from '../../api/pages/kit/fields.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import { PAYMENT_STATUSES } from '../../common/domain/payments/status.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { payment, project } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const some = PAYMENT_STATUSES.map((status, at) =>
  payment({
    ...{ id: 90 - at, status, amount: 25_000 * 10 ** at },
    payer_name: at % 2 === 0 ? 'Бат-Эрдэнийн Сарантуяа' : null,
    customer_email: at % 3 === 1 ? 'saraa@example.mn' : null,
    client_reference_id: at === 1 ? 'order-1009' : null,
    method: at === 2 ? 'removed' : 'bank_transfer',
  }),
)
const ugly = payment({
  ...{ currency: 'USD', amount: 999_999_999_999, payer_name: LONG.slice(0, 100) },
  client_reference_id: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
})

function asked(query: Record<string, string> = {}): Asked {
  return readAsked(query, paymentList.filters)
}

function list(changes: Partial<Parameters<typeof listView<ListedPayment>>[1]>): State {
  return (locale) =>
    listView(paymentList, {
      ...{ ...inShop(locale), items: some, asked: asked(), hasMore: true, problem: null },
      ...changes,
    })
}

/** An object with every part that a page of the dashboard can have. */
const everyPart: DetailDefinition<PaymentObject> = {
  path: '/payments/:id',
  state: 'dashboard_part',
  back: { path: '/payments', label: 'dashboard.payments.heading' },
  show: (one, presenter) => ({
    heading: one.payer_name ?? 'A',
    status: { text: presenter.t('portal.paid'), tone: 'good' },
    notice: { text: presenter.t('decide.confirm_hint'), isGood: true },
    facts: [
      { label: presenter.t('order.amount'), text: presenter.money(one.amount, one.currency) },
      { label: presenter.t('decide.payer'), text: one.payer_name ?? '' },
      { label: presenter.t('receipt.order'), text: one.client_reference_id ?? '' },
    ],
    sections: [
      {
        heading: presenter.t('dashboard.payments.heading'),
        table: tableOf([one], paymentColumns, presenter, { label: 'A' }),
      },
      {
        heading: presenter.t('dashboard.payments.method'),
        table: tableOf([], paymentColumns, presenter, { label: 'A' }),
        none: presenter.t('portal.no_payments'),
      },
      {
        heading: presenter.t('decide.payer'),
        facts: [{ label: presenter.t('receipt.phone'), text: '9911 2233' }],
      },
      {
        heading: presenter.t('portal.date'),
        timeline: [
          { at: one.created_at, text: one.payer_name ?? '', hint: presenter.t('decide.confirm_hint') },
          { at: one.updated_at, text: presenter.t('portal.refunded'), href: presenter.page('/payments/7') },
        ],
      },
    ],
  }),
  actions: {
    confirm: {
      needs: 'operate',
      button: (_one, { t }) => ({
        label: t('decide.confirm_alone'),
        isPrimary: true,
        busy: t('decide.confirm_busy'),
      }),
    },
    reject: {
      needs: 'operate',
      button: (_one, { t }, form) => ({
        label: t('decide.reject_alone'),
        hint: t('decide.reject_hint'),
        hidden: { amount_total: '7' },
        fields: [fieldOf(form, 'sum', { label: t('decide.sum'), known: null, hint: t('decide.sum_hint') })],
      }),
    },
    refund: { needs: 'refund', button: (_one, { t }) => ({ label: t('portal.refunded') }) },
    nothing: { needs: 'view', button: () => null },
  },
}

/** A form with every kind of field. */
export const everyField: FormDefinition<undefined> = {
  path: '/payments/new',
  state: 'dashboard_form',
  heading: () => LONG,
  text: 'dashboard.payments.empty',
  back: (_none, { t }) => ({ path: '/payments', label: t('dashboard.payments.heading') }),
  groups: (_none, form, { t }) => [
    {
      legend: t('decide.payer'),
      fields: [
        fieldOf(form, 'name', { label: t('decide.payer_name'), known: LONG }),
        fieldOf(form, 'sum', { label: t('decide.sum'), known: null, hint: t('decide.sum_hint'), half: true }),
        fieldOf(form, 'day', { label: t('portal.date'), known: '2026-08-12', type: 'date', half: true }),
        fieldOf(form, 'method', {
          ...{ label: t('dashboard.payments.method'), known: 'b', required: false },
          options: ['a', 'b'].map((value) => ({ value, label: value, selected: false })),
        }),
        fieldOf(form, 'note', { label: t('decide.reason'), known: null, rows: 3, required: false }),
        fieldOf(form, 'agreed', { label: t('decide.confirm_hint'), known: '1', isBox: true }),
      ],
      folded: {
        ...{ label: t('decide.other'), open: false },
        fields: [fieldOf(form, 'more', { label: t('receipt.phone'), known: null })],
      },
    },
  ],
  submit: 'dashboard.list.apply',
  busy: 'decide.confirm_busy',
}

function detail(
  one: PaymentObject,
  changes: Partial<Parameters<typeof detailView<PaymentObject>>[1]> = {},
): State {
  return (locale) =>
    detailView(everyPart, { ...inShop(locale), item: one, typed: {}, errors: {}, ...changes })
}

function form(changes: Partial<Parameters<typeof formView<undefined>>[1]> = {}): State {
  return (locale) =>
    formView(everyField, { ...inShop(locale), item: undefined, typed: {}, errors: {}, ...changes })
}

const rejected = { action: 'reject', sum: 'two' }

/** Pages that show every part of api/dashboard/kit. */
export const kitStates: Record<string, State> = {
  'dashboard-list': list({}),
  'dashboard-list-empty': list({ items: [], hasMore: false }),
  'dashboard-list-no-match': list({
    items: [],
    hasMore: false,
    asked: asked({ status: 'failed', until: '2026-08-12' }),
  }),
  'dashboard-list-filtered': list({
    items: some.slice(0, 2),
    asked: asked({ customer_id: '7', method: 'qpay', from: '2026-08-01', before: '90' }),
    names: new Map([['customer 7', { name: 'Бат-Эрдэнийн Сарантуяа', amount: null, currency: null }]]),
  }),
  'dashboard-list-found': list({
    items: Array.from({ length: 20 }, (_, index) => ({ ...some[0]!, id: 90 + index })),
    ...{ hasMore: false, isCut: true },
    asked: asked({ q: 'Бат' }),
  }),
  'dashboard-list-found-amount': list({
    items: Array.from({ length: 20 }, (_, index) => ({ ...some[0]!, id: 90 + index, customer_id: 7 })),
    ...{ hasMore: false, isCut: true },
    asked: asked({ q: '25,000' }),
  }),
  'dashboard-list-not-found': list({ items: [], hasMore: false, asked: asked({ q: 'saruul 50000' }) }),
  'dashboard-list-not-all-searched': list({
    ...{ items: [], hasMore: false, isCut: true },
    asked: asked({ q: 'saruul 50000' }),
  }),
  'dashboard-list-paid': list({
    items: some.slice(0, 2).map((one) => ({ ...one, paid_at: '2026-08-12T01:10:00.000000Z' })),
    asked: asked({ days_of: 'payment', from: '2026-08-12', until: '2026-08-12' }),
  }),
  'dashboard-list-of-amount': list({ asked: asked({ amount: '25000', status: 'paid' }) }),
  'dashboard-list-short': list({
    items: [],
    hasMore: false,
    asked: asked({ q: 'Б' }),
    problem: 'errors.search_short',
  }),
  'dashboard-list-ugly': list({
    items: [ugly, { ...ugly, id: ugly.id + 1 }],
    project: { ...project, name: LONG, color: '#ff00ff' },
  }),
  'dashboard-detail': detail(some[0]!),
  'dashboard-detail-wrong': detail(some[0]!, {
    typed: rejected,
    errors: { sum: 'errors.sum_unreadable' },
    errorParams: { sum: { example: '₮1' } },
  }),
  'dashboard-detail-viewer': detail(some[0]!, { role: 'viewer' }),
  'dashboard-detail-ugly': detail(ugly),
  'dashboard-form': form(),
  'dashboard-form-wrong': form({
    typed: { name: '', sum: 'two', method: 'b', note: 'typed', more: '9911' },
    errors: { sum: 'errors.sum_unreadable', name: 'errors.name_required', '': 'errors.role_forbids' },
    errorParams: { sum: { example: '₮1' } },
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareKitStates: State[] = [
  list({ items: [], hasMore: false, problem: 'errors.filters_too_many' }),
  list({ asked: asked({ from: '2026-08-01', until: '2026-08-12' }) }),
  list({ asked: asked({ amount: '25000' }) }),
  list({ items: some.slice(0, 1).map((one) => ({ ...one, paid_at: one.updated_at })) }),
]
