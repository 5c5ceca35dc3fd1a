import type { ProductObject } from '../../../common/domain/products/object.ts'
import { type CurrencyCode, promotionCodeCsv } from '../../../common/domain/promotion-codes/csv.ts'
import type { PromotionCodeObject } from '../../../common/domain/promotion-codes/object.ts'
import { type CodeStatus, codeStatus } from '../../../common/domain/promotion-codes/status.ts'
import { atHour } from '../../../common/domain/subscriptions/calendar.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import type { Tone } from '../kit/table.ts'
import { switchedMenu } from '../payment-links/view.ts'
import { wholeDay } from '../selling/day.ts'

/** A promotion code with its status now. */
export interface ListedCode extends CurrencyCode {
  status: CodeStatus
}

/** Returns a code with its status at `now`. */
export function withStatus(code: PromotionCodeObject, currency: string, now: Date): ListedCode {
  return { ...code, currency, status: codeStatus(code, now) }
}

/** Returns the path of a code's page. */
export function codePath({ id }: Pick<PromotionCodeObject, 'id'>): string {
  return `/products/codes/${id}`
}

function statusOf({ status }: ListedCode, t: Translate): { text: string; tone: Tone } {
  return { text: t(`dashboard.codes.status_${status}`), tone: status === 'active' ? 'good' : 'neutral' }
}

function discountText(code: PromotionCodeObject, presenter: Presenter): string {
  const { percent_off: percent, amount_off: amount } = code
  return percent === null
    ? presenter.t('dashboard.codes.amount', { amount: presenter.money(amount ?? 0) })
    : presenter.t('dashboard.codes.percent', { percent })
}

function usesText(
  { times_redeemed: used, max_redemptions: most }: PromotionCodeObject,
  t: Translate,
): string {
  return most === null ? String(used) : t('dashboard.codes.uses_of', { used, most })
}

/** Returns the first or last day as it was typed, or the time if it is within a day. */
function edgeRow(edge: 'first' | 'last', time: string | null, presenter: Presenter): Row[] {
  if (time === null) return []
  const { t, input } = presenter
  const { timezone } = input.project
  const day = wholeDay(edge, time, timezone)
  return day === null
    ? presenter.timeRow(t(`dashboard.codes.${edge === 'first' ? 'starts' : 'ends'}`), time)
    : row(t(`dashboard.codes.${edge}_day`), presenter.date(atHour(day, 12, timezone)))
}

/** The list of promotion codes. */
export const codeList = {
  path: '/products/codes',
  state: 'dashboard_codes',
  heading: 'dashboard.codes.heading',
  empty: 'dashboard.codes.empty',
  searchField: { label: 'dashboard.codes.search', hint: 'dashboard.codes.search_hint' },
  elsewhere: { path: '/products', heading: 'dashboard.products.heading' },
  filters: { active: switchedMenu },
  links: [{ path: '/products/codes/new', label: 'dashboard.codes.new', needs: 'operate' }],
  csv: promotionCodeCsv,
  href: codePath,
  columns: [
    { label: 'dashboard.codes.code', kind: 'what', cell: ({ code }) => code },
    {
      label: 'dashboard.codes.discount',
      kind: 'money',
      cell: (code, presenter) => discountText(code, presenter),
    },
    { label: 'portal.status', kind: 'state', cell: (code, { t }) => statusOf(code, t) },
    { label: 'dashboard.codes.uses', kind: 'count', cell: (code, { t }) => usesText(code, t) },
    {
      label: 'dashboard.products.created',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<ListedCode>

/** A promotion code with the products that it is limited to. */
export interface ShownCode {
  code: ListedCode
  products: readonly ProductObject[]
}

/** The page of a promotion code. */
export const codeDetail = {
  path: '/products/codes/:id',
  state: 'dashboard_code',
  audited: 'promotion_code',
  back: { path: '/products/codes', label: 'dashboard.codes.heading' },
  links: ({ code }, { t }) => [
    { path: `${codePath(code)}/edit`, label: t('dashboard.detail.edit'), needs: 'operate' },
  ],
  show: ({ code, products }, presenter) => {
    const { t } = presenter
    const { minimum_amount: minimum, max_redemptions_per_customer: each } = code
    return {
      heading: code.code,
      status: statusOf(code, t),
      facts: [
        { label: t('dashboard.codes.discount'), text: discountText(code, presenter) },
        {
          label: t('dashboard.codes.applies'),
          text:
            code.type === 'product'
              ? products.map(({ name }) => name).join(' · ')
              : t('dashboard.codes.whole_order'),
        },
        {
          label: t('dashboard.codes.uses'),
          text: usesText(code, t),
          hint: t('dashboard.codes.uses_hint'),
        },
        ...row(t('dashboard.codes.minimum'), minimum === null ? null : presenter.money(minimum)),
        ...edgeRow('first', code.starts_at, presenter),
        ...edgeRow('last', code.expires_at, presenter),
        ...row(t('dashboard.codes.per_customer'), each === null ? null : String(each)),
        {
          label: t('dashboard.codes.terms'),
          text: t(code.combinable ? 'dashboard.codes.combinable' : 'dashboard.codes.alone'),
        },
        { label: t('dashboard.products.created'), text: presenter.date(code.created_at) },
      ],
    }
  },
  actions: {
    activate: {
      needs: 'operate',
      button: ({ code }, { t }) =>
        code.active ? null : { label: t('dashboard.payment_links.activate'), isPrimary: true },
    },
    deactivate: {
      needs: 'operate',
      isLast: true,
      button: ({ code }, { t }) =>
        code.active
          ? {
              label: t('dashboard.payment_links.deactivate'),
              hint: t('dashboard.codes.deactivate_hint'),
            }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownCode>
