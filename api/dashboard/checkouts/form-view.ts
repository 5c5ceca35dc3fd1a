import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import { amountField, fieldOf } from '../../pages/kit/fields.ts'
import { customerName } from '../customers/name.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import { itemGroups } from '../selling/items.ts'
import { pageFields, USUAL_PAGE } from '../selling/page-choices.ts'
import type { PriceChoices } from '../selling/price-choices.ts'

/** The prices to choose from, and the objects whose page led to the form. */
export interface NewCheckout extends PriceChoices {
  customer: CustomerObject | null
  priceId: number | null
}

/** The form that creates a checkout. */
export const newCheckoutForm = {
  path: '/checkouts/new',
  state: 'dashboard_checkout_form',
  heading: ({ customer }, presenter) =>
    customer
      ? presenter.t('dashboard.new_checkout.for', { name: customerName(customer, presenter) })
      : presenter.t('dashboard.new_checkout.heading'),
  text: 'dashboard.new_checkout.text',
  back: ({ customer }, presenter) =>
    customer
      ? { path: `/customers/${customer.id}`, label: customerName(customer, presenter) }
      : { path: '/checkouts', label: presenter.t('dashboard.checkouts.heading') },
  groups: (offer, form, presenter) => {
    const { t } = presenter
    const { customer, priceId } = offer
    const known = priceId === null ? [] : [{ price: String(priceId) }]
    const more = [
      fieldOf(form, 'client_reference_id', {
        ...{ label: t('dashboard.new_checkout.reference'), known: null, required: false, maxlength: 48 },
      }),
      amountField(form, 'discount', presenter.input.project.currency, {
        ...{ label: t('dashboard.new_checkout.discount'), known: null, required: false, half: true },
      }),
      fieldOf(form, 'discount_text', {
        ...{ label: t('dashboard.new_checkout.discount_text'), known: null, required: false, half: true },
      }),
      fieldOf(form, 'last_day', {
        ...{ label: t('dashboard.new_checkout.last_day'), known: null, required: false, type: 'date' },
        hint: t('dashboard.new_checkout.last_day_hint'),
      }),
      ...pageFields(form, presenter, USUAL_PAGE),
    ]
    const folded = {
      ...{ label: t('dashboard.sell.more'), fields: more },
      open: more.some(({ error }) => error !== null),
    }
    return [
      ...itemGroups(form, presenter, offer, known),
      customer
        ? { legend: null, fields: [], folded }
        : {
            legend: t('decide.payer'),
            fields: [
              fieldOf(form, 'contact', {
                ...{ label: t('dashboard.new_checkout.contact'), known: null, required: false },
                ...{ hint: t('dashboard.new_checkout.contact_hint'), maxlength: 254 },
              }),
            ],
            folded,
          },
    ]
  },
  submit: 'dashboard.new_checkout.submit',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormDefinition<NewCheckout>
