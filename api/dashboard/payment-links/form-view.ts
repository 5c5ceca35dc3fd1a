import type { PaymentLinkItem, PaymentLinkObject } from '../../../common/domain/payment-links/object.ts'
import { typedAmount } from '../../../common/kit/format.ts'
import { fieldOf, type FieldView } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import { dayField } from '../selling/day.ts'
import { CUSTOM, type ItemFields, itemGroups, type ItemOffer, MOST_ITEMS } from '../selling/items.ts'
import { pageFields, USUAL_PAGE } from '../selling/page-choices.ts'
import { questionGroups } from '../selling/questions.ts'

/** The link to change, and the prices to choose from. */
export interface LinkForm extends ItemOffer {
  /** Null in the form of a new link. */
  link: PaymentLinkObject | null
  /** The price whose page led to the form. */
  priceId: number | null
}

/** Returns the items that a form begins with. */
export function knownItems({ link, priceId }: LinkForm, currency: string): ItemFields[] {
  if (link) return link.items.map((item) => itemFields(item, currency))
  return priceId === null ? [] : [{ price: String(priceId) }]
}

/** Returns an item of a link as the form has it. */
function itemFields(item: PaymentLinkItem, currency: string): ItemFields {
  const { price, price_id: id, price_data: data, quantity, adjustable_quantity: range } = item
  const money = (amount: number | null | undefined) => (amount == null ? '' : typedAmount(amount, currency))
  const custom = data?.custom_unit_amount
  return {
    price: price !== null ? `key:${price}` : id !== null ? String(id) : custom ? CUSTOM : '',
    name: data?.product_data.name ?? '',
    amount: money(data?.unit_amount),
    minimum: money(custom?.minimum),
    suggested: money(custom?.suggested),
    maximum: money(custom?.maximum),
    quantity: String(quantity),
    adjustable: range ? '1' : '',
  }
}

/** Returns whether the form can show the items of a link. Only the API makes longer ones. */
export function fitsForm({ link }: LinkForm): boolean {
  return (link?.items.length ?? 0) <= MOST_ITEMS
}

function isSet({ value, error }: FieldView): boolean {
  return value !== '' || error !== null
}

/** Returns whether a field about the payment page has the value that most links have. */
function isUsual({ name, value, options }: FieldView): boolean {
  if (options) return value === USUAL_PAGE.locale
  const usual = (USUAL_PAGE as Readonly<Record<string, unknown>>)[name] === true
  return value === (usual ? '1' : '')
}

const fields = {
  groups: (offer, form, presenter) => {
    const { t, input } = presenter
    const { link } = offer
    const { currency, timezone } = input.project
    const limits = [
      fieldOf(form, 'max_sales', {
        ...{ label: t('dashboard.payment_links.max_sales'), required: false },
        ...{ known: link?.max_sales == null ? null : String(link.max_sales) },
        ...{ placeholder: t('dashboard.codes.most_hint'), inputmode: 'numeric', maxlength: 9 },
      }),
      fieldOf(form, 'last_day', {
        ...{ label: t('dashboard.payment_links.last_day'), required: false, type: 'date' },
        ...{ known: dayField(link?.ends_at ?? null, timezone) },
        ...{ hint: t('dashboard.payment_links.last_day_hint') },
      }),
    ]
    const page = [
      ...pageFields(form, presenter, link ?? USUAL_PAGE),
      fieldOf(form, 'thank_you_text', {
        ...{ label: t('dashboard.payment_links.thanks'), required: false, rows: 3, maxlength: 1_000 },
        ...{ known: link?.thank_you_text ?? null, hint: t('dashboard.payment_links.thanks_hint') },
      }),
    ]
    return [
      ...(fitsForm(offer) ? itemGroups(form, presenter, offer, knownItems(offer, currency)) : []),
      {
        legend: null,
        fields: [],
        folded: { label: t('dashboard.payment_links.limits'), open: limits.some(isSet), fields: limits },
      },
      {
        legend: null,
        fields: [],
        folded: {
          ...{ label: t('dashboard.payment_links.page'), fields: page },
          open: page.some((field) => field.error !== null || !isUsual(field)),
        },
      },
      ...questionGroups(form, presenter, link?.custom_fields ?? []),
    ]
  },
} satisfies Pick<FormDefinition<LinkForm>, 'groups'>

/** The form that creates a payment link. */
export const newLinkForm = {
  ...fields,
  path: '/payment-links/new',
  state: 'dashboard_payment_link_form',
  heading: (_offer, { t }) => t('dashboard.payment_links.new'),
  text: 'dashboard.payment_links.new_text',
  back: (_offer, { t }) => ({ path: '/payment-links', label: t('dashboard.payment_links.heading') }),
  submit: 'dashboard.payment_links.create',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormDefinition<LinkForm>

/** The form that changes a payment link. */
export const linkForm = {
  ...fields,
  path: '/payment-links/:id/edit',
  state: 'dashboard_payment_link_change',
  heading: (_offer, { t }) => t('dashboard.payment_links.edit'),
  text: 'dashboard.payment_links.edit_text',
  back: ({ link }, { t }) => ({
    path: link ? `/payment-links/${link.id}` : '/payment-links',
    label: t('dashboard.payment_links.link'),
  }),
  version: ({ link }) => link?.updated_at ?? '',
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<LinkForm>
