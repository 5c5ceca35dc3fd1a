import { codeForm, newCodeForm, productBox } from '../../api/dashboard/catalogue/code-form-view.ts'
import {
  codeDetail,
  codeList,
  type ListedCode,
  type ShownCode,
} from '../../api/dashboard/catalogue/code-view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { type FormDefinition, type FormInput, formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { product } from '../../common/domain/products/object.ts'
import { promotionCode } from '../../common/domain/promotion-codes/object.ts'
import { CODE_STATUSES } from '../../common/domain/promotion-codes/status.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { LONG } from '../portal/fixtures.ts'
import { choices, searched } from './choices.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const products = [
  product.like({ id: 12, name: 'Атлас: Монголын нууц товчоо' }),
  product.like({ id: 13, name: LONG }),
]

const foundProducts = searched('products', 'ат', products.slice(1))

function code(changes: Partial<ListedCode> = {}): ListedCode {
  return { ...promotionCode.example, code: 'НОМ10', currency: 'MNT', status: 'active', ...changes }
}

const amount = { percent_off: null, amount_off: 999_999_999_999 }

function list(items: ListedCode[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, codeList.filters)
  return (locale) => listView(codeList, { ...inShop(locale), items, asked, hasMore: false, problem: null })
}

function detail(item: ShownCode, role: 'owner' | 'viewer' = 'owner'): State {
  return (locale) => detailView(codeDetail, { ...inShop(locale), role, item, typed: {}, errors: {} })
}

function form<Item>(get: FormDefinition<Item>, item: Item, changes: Partial<FormInput<Item>> = {}): State {
  return (locale) =>
    formView(get, { ...inShop(locale), item, typed: {}, errors: {}, formKey: 'k3y', ...changes })
}

/** Pages of the promotion codes. */
export const codeStates: Record<string, State> = {
  'dashboard-codes': list([
    ...CODE_STATUSES.map((status, at) => code({ id: 9 - at, status, times_redeemed: at })),
    code({ id: 2, ...amount, code: '0'.repeat(50), max_redemptions: null }),
  ]),
  'dashboard-codes-none': list([]),
  'dashboard-code-terms': detail({
    code: code({
      ...{ starts_at: '2026-04-30T16:00:00.000000Z', expires_at: '2026-05-31T15:59:59.000000Z' },
      minimum_amount: 50_000,
      times_redeemed: 12,
    }),
    products: [],
  }),
  'dashboard-code-products': detail({
    ...{ products, code: code({ ...amount, type: 'product', combinable: true, max_redemptions: null }) },
  }),
  'dashboard-code-off': detail({ code: code({ active: false, status: 'inactive' }), products: [] }, 'viewer'),
  'dashboard-code-form': form(newCodeForm, choices(products)),
  'dashboard-code-form-found': form(
    newCodeForm,
    { ...choices([], foundProducts.offer), chosen: products.slice(0, 1) },
    { typed: { ...foundProducts.typed, code: 'ХАВАР10', percent_off: '10', [productBox(12)]: '1' } },
  ),
  'dashboard-code-form-wrong': form(
    newCodeForm,
    { ...choices(products), chosen: products.slice(0, 1) },
    {
      typed: {
        ...{ code: 'хавар', percent_off: '10', amount_off: '5 000', [productBox(12)]: '1' },
        ...{ minimum_amount: 'их', first_day: '2026-09-01', last_day: '2026-08-01', max_redemptions: '0' },
      },
      errors: {
        ...{ code: 'errors.code_unfit', percent_off: 'errors.code_discount', last_day: 'errors.code_days' },
        ...{ minimum_amount: 'errors.sum_unreadable', max_redemptions: 'errors.max_sales' },
      },
      errorParams: { minimum_amount: { example: '₮25,000' } },
    },
  ),
  'dashboard-code-change': form(codeForm, code({ minimum_amount: 50_000, combinable: true })),
}

/** Pages that only differ by a sentence from those above. */
export const rareCodeStates: State[] = [
  form(newCodeForm, choices([]), {
    typed: { percent_off: '0' },
    errors: { percent_off: 'errors.code_percent' },
  }),
  form(newCodeForm, choices([]), {
    errors: { code: 'errors.code_taken', first_day: 'errors.day_unreadable' },
  }),
  list([], { active: 'true' }),
  detail({
    code: code({ starts_at: '2026-05-01T00:00:00.000000Z', expires_at: '2026-06-01T00:00:00.000000Z' }),
    products: [],
  }),
]
