import type { ProductObject } from '../../../common/domain/products/object.ts'
import { type FieldGroup, fieldOf, type FormState } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { priceTermFields } from './price-form-view.ts'

const FOLDED = ['client_reference_id', 'grace_period_days'] as const

function productFields(form: FormState, { t }: Presenter, product: ProductObject | null): FieldGroup {
  return {
    legend: null,
    fields: [
      fieldOf(form, 'name', {
        ...{ label: t('dashboard.customers.name'), known: product?.name ?? null },
        hint: t('dashboard.products.name_hint'),
      }),
      fieldOf(form, 'description', {
        ...{ label: t('dashboard.products.description'), known: product?.description ?? null },
        ...{ required: false, rows: 3, maxlength: 5_000 },
      }),
    ],
    folded: {
      label: t('dashboard.sell.more'),
      open: FOLDED.some((name) => name in form.errors),
      fields: [
        fieldOf(form, 'client_reference_id', {
          ...{ label: t('dashboard.customers.reference'), known: product?.client_reference_id ?? null },
          ...{ hint: t('dashboard.products.reference_hint'), required: false, maxlength: 191 },
        }),
        fieldOf(form, 'grace_period_days', {
          ...{ label: t('dashboard.products.grace'), known: String(product?.grace_period_days ?? 0) },
          ...{ limit: t('dashboard.products.grace_hint'), inputmode: 'numeric', maxlength: 2 },
        }),
      ],
    },
  }
}

/** The form that creates a product, with its first price. */
export const newProductForm: FormDefinition<undefined> = {
  path: '/products/new',
  state: 'dashboard_product_form',
  heading: (_none, { t }) => t('dashboard.products.new'),
  text: 'dashboard.products.new_text',
  back: (_none, { t }) => ({ path: '/products', label: t('dashboard.products.heading') }),
  groups: (_none, form, presenter) => [
    productFields(form, presenter, null),
    { legend: presenter.t('dashboard.prices.first'), fields: priceTermFields(form, presenter, false) },
  ],
  submit: 'dashboard.products.create',
  busy: 'dashboard.new_checkout.busy',
}

/** The form that changes a product. */
export const productForm = {
  path: '/products/:id/edit',
  state: 'dashboard_product_change',
  heading: (_product, { t }) => t('dashboard.products.edit'),
  text: 'dashboard.products.edit_text',
  back: ({ id, name }) => ({ path: `/products/${id}`, label: name }),
  version: ({ updated_at: at }) => at,
  groups: (product, form, presenter) => [productFields(form, presenter, product)],
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<ProductObject>
