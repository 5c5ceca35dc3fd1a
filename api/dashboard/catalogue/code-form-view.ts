import type { ProductObject } from '../../../common/domain/products/object.ts'
import type { PromotionCodeObject } from '../../../common/domain/promotion-codes/object.ts'
import { typedAmount } from '../../../common/kit/format.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import { amountField, type FieldGroup, fieldOf, type FormState } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import { type Choices, isInUse, offeredTo, searchOf } from '../kit/picker.ts'
import type { Presenter } from '../kit/presenter.ts'
import { dayField, firstDayField } from '../selling/day.ts'
import { codePath } from './code-view.ts'

/** The products that a new code can be limited to. */
export interface CodeOffer extends Choices<ProductObject> {
  /** Those with a tick. */
  chosen: readonly ProductObject[]
}

/** Returns the name of a product's box in the form. */
export function productBox(id: number): string {
  return `product[${id}]`
}

/** Returns the ids of the products with a tick. */
export function tickedIn(form: Form): number[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const [, given] = value === '1' ? (/^product\[(\d+)\]$/.exec(name) ?? []) : []
    const id = given === undefined ? null : idOf(given)
    return id === null ? [] : [id]
  })
}

/** The form that creates a promotion code. */
export const newCodeForm = {
  path: '/products/codes/new',
  state: 'dashboard_code_form',
  heading: (_offer, { t }) => t('dashboard.codes.new'),
  text: 'dashboard.codes.new_text',
  back: (_offer, { t }) => ({ path: '/products/codes', label: t('dashboard.codes.heading') }),
  groups: (offer, form, presenter) => [
    discountGroup(offer, form, presenter),
    foldedTerms(termsGroup(form, presenter, null)),
  ],
  submit: 'dashboard.codes.create',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormDefinition<CodeOffer>

/** The form that changes the terms of a promotion code. Its discount never changes. */
export const codeForm = {
  path: '/products/codes/:id/edit',
  state: 'dashboard_code_change',
  heading: ({ code }, { t }) => t('dashboard.codes.edit', { code }),
  text: 'dashboard.codes.edit_text',
  back: (code) => ({ path: codePath(code), label: code.code }),
  version: ({ updated_at: at }) => at,
  groups: (code, form, presenter) => [termsGroup(form, presenter, code)],
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<PromotionCodeObject>

/** The name of the search for products. */
export const PRODUCTS = 'products'

function discountGroup(offer: CodeOffer, form: FormState, presenter: Presenter): FieldGroup {
  const { t, input } = presenter
  const search = searchOf(PRODUCTS, form.typed, offer, presenter, true)
  const isChosen = new Set(offer.chosen.map(({ id }) => id))
  const others = offeredTo(PRODUCTS, offer).filter(({ id }) => !isChosen.has(id))
  const boxes = [...offer.chosen, ...others].map(({ id, name }) =>
    fieldOf(form, productBox(id), { label: name, known: null, isBox: true }),
  )
  return {
    legend: null,
    fields: [
      fieldOf(form, 'code', {
        ...{ label: t('dashboard.codes.code'), limit: t('dashboard.codes.code_hint'), known: null },
        maxlength: 50,
      }),
      fieldOf(form, 'percent_off', {
        ...{ label: t('dashboard.codes.percent_off'), known: null, half: true },
        ...{ inputmode: 'numeric', maxlength: 3, unit: '%' },
      }),
      amountField(form, 'amount_off', input.project.currency, {
        ...{ label: t('dashboard.codes.amount_off'), known: null, half: true },
      }),
    ],
    ...((boxes.length > 0 || search) && {
      folded: {
        label: t('dashboard.codes.products'),
        open: boxes.some(({ value }) => value !== '') || isInUse(search),
        ...{ fields: boxes, search },
      },
    }),
  }
}

/** Returns the terms of a new code, which few codes need, in a fold. */
function foldedTerms({ legend, fields }: FieldGroup): FieldGroup {
  const open = fields.some(({ value, error }) => value !== '' || error !== null)
  return { legend: null, fields: [], folded: { label: legend ?? '', open, fields } }
}

function termsGroup(form: FormState, { t, input }: Presenter, code: PromotionCodeObject | null): FieldGroup {
  const { currency, timezone } = input.project
  const number = { inputmode: 'numeric', maxlength: 9, required: false } as const
  const day = { type: 'date', required: false, half: true } as const
  const text = (value: number | null | undefined) => (value == null ? null : String(value))
  const minimum = code?.minimum_amount
  return {
    legend: t('dashboard.codes.terms'),
    fields: [
      amountField(form, 'minimum_amount', currency, {
        ...{ label: t('dashboard.codes.minimum'), placeholder: t('dashboard.codes.minimum_hint') },
        ...{ known: minimum == null ? null : typedAmount(minimum, currency), required: false },
      }),
      fieldOf(form, 'first_day', {
        ...{ ...day, label: t('dashboard.codes.first_day') },
        known: firstDayField(code?.starts_at ?? null, timezone),
      }),
      fieldOf(form, 'last_day', {
        ...{ ...day, label: t('dashboard.codes.last_day') },
        known: dayField(code?.expires_at ?? null, timezone),
      }),
      fieldOf(form, 'max_redemptions', {
        ...{ ...number, label: t('dashboard.codes.most'), placeholder: t('dashboard.codes.most_hint') },
        known: text(code?.max_redemptions),
      }),
      fieldOf(form, 'max_redemptions_per_customer', {
        ...{
          ...number,
          label: t('dashboard.codes.per_customer'),
          placeholder: t('dashboard.codes.most_hint'),
        },
        known: text(code?.max_redemptions_per_customer),
      }),
      fieldOf(form, 'combinable', {
        ...{ label: t('dashboard.codes.combinable'), isBox: true, known: code?.combinable ? '1' : null },
      }),
    ],
  }
}
