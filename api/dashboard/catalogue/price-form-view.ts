import type { PriceObject } from '../../../common/domain/prices/object.ts'
import type { ProductObject } from '../../../common/domain/products/object.ts'
import { planName } from '../../../common/services/text/names.ts'
import { amountField, fieldOf, type FieldView, type FormState } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { pricePath } from './price-view.ts'

/** The periods that the form of a price offers. The API takes more. */
export const PERIODS = ['month-1', 'month-2', 'month-3', 'month-6', 'year-1', 'year-2', 'year-3'] as const

/** Returns the fields of a new price that never change. */
export function priceTermFields(form: FormState, { t, input }: Presenter, required: boolean): FieldView[] {
  return [
    amountField(form, 'unit_amount', input.project.currency, {
      ...{ label: t('dashboard.sell.amount'), known: null, required, half: true },
    }),
    fieldOf(form, 'period', {
      ...{ label: t('dashboard.prices.period'), known: '', half: true },
      options: [
        { value: '', label: t('dashboard.prices.once'), selected: false },
        ...PERIODS.map((value) => ({ value, label: periodText(value, t), selected: false })),
      ],
    }),
  ]
}

function periodText(value: (typeof PERIODS)[number], t: Presenter['t']): string {
  const [unit, count] = value.split('-') as ['month' | 'year', string]
  return t(`dashboard.prices.every_${unit}`, { count: Number(count) })
}

/** Returns the fields of a price that can change: how customers and programs name it. */
function nameFields(form: FormState, { t }: Presenter, price: PriceObject | null): FieldView[] {
  return [
    fieldOf(form, 'name', {
      ...{ label: t('dashboard.prices.name'), known: price?.name ?? null, required: false },
      ...{ hint: t('dashboard.prices.name_hint'), maxlength: 100 },
    }),
    fieldOf(form, 'lookup_key', {
      ...{ label: t('dashboard.prices.key'), known: price?.lookup_key ?? null, required: false },
      ...{ limit: t('dashboard.prices.key_hint'), maxlength: 100 },
    }),
    // Another price has the key, so that the member decides.
    ...(form.errors.lookup_key === 'errors.key_taken' || form.typed.transfer_lookup_key === '1'
      ? [
          fieldOf(form, 'transfer_lookup_key', {
            ...{ label: t('dashboard.prices.transfer_key'), known: null, isBox: true },
          }),
        ]
      : []),
    // Only a plan is on the customer's page.
    ...(price?.type === 'one_time'
      ? []
      : [
          fieldOf(form, 'portal', {
            ...{ label: t('dashboard.prices.portal_box'), isBox: true },
            known: (price?.portal ?? true) ? '1' : null,
          }),
        ]),
  ]
}

/** The form that adds a price to a product. */
export const newPriceForm = {
  path: '/products/:id/new-price',
  state: 'dashboard_price_form',
  heading: ({ name }, { t }) => t('dashboard.prices.new_for', { name }),
  text: 'dashboard.prices.new_text',
  back: ({ id, name }) => ({ path: `/products/${id}`, label: name }),
  groups: (_product, form, presenter) => [
    { legend: null, fields: priceTermFields(form, presenter, true) },
    { legend: presenter.t('dashboard.prices.naming'), fields: nameFields(form, presenter, null) },
  ],
  submit: 'dashboard.prices.create',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormDefinition<ProductObject>

/** The form that changes a price. Its amount and period never change. */
export const priceForm = {
  path: '/products/prices/:id/edit',
  state: 'dashboard_price_change',
  heading: (_price, { t }) => t('dashboard.prices.edit'),
  text: 'dashboard.prices.fixed',
  back: (price) => ({ path: pricePath(price), label: planName(price) }),
  version: ({ updated_at: at }) => at,
  groups: (price, form, presenter) => [{ legend: null, fields: nameFields(form, presenter, price) }],
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<PriceObject>
