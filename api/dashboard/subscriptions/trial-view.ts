import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import { customerName } from '../customers/name.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import { type PriceChoices, priceField } from '../selling/price-choices.ts'

/** The plans to choose from, and the customer and the plan whose pages led to the form, if any. */
export interface NewTrial extends PriceChoices {
  customer: CustomerObject | null
  priceId: number | null
}

/** The form that starts a trial. */
export const newTrialForm = {
  path: '/subscriptions/new',
  state: 'dashboard_trial_form',
  heading: ({ customer }, presenter) =>
    customer
      ? presenter.t('dashboard.new_trial.for', { name: customerName(customer, presenter) })
      : presenter.t('dashboard.new_trial.heading'),
  text: 'dashboard.new_trial.text',
  back: ({ customer }, presenter) =>
    customer
      ? { path: `/customers/${customer.id}`, label: customerName(customer, presenter) }
      : { path: '/subscriptions', label: presenter.t('dashboard.subscriptions.heading') },
  groups: ({ customer, priceId, ...plans }, form, presenter) => {
    const { t } = presenter
    return [
      {
        legend: null,
        fields: [
          ...(customer
            ? []
            : [
                fieldOf(form, 'customer', {
                  ...{ label: t('dashboard.new_trial.customer'), known: null, type: 'email' },
                  ...{ hint: t('dashboard.new_trial.customer_hint'), inputmode: 'email', maxlength: 254 },
                }),
              ]),
          priceField(form, 'price_id', plans, presenter, {
            ...{ label: t('dashboard.new_trial.plan'), known: priceId === null ? null : String(priceId) },
            // With a search, a plan that was only the first of the menu must not count as chosen.
            first: plans.isCut ? [{ value: '', label: t('dashboard.picker.choose'), selected: false }] : [],
          }),
          fieldOf(form, 'days', {
            ...{ label: t('dashboard.new_trial.days'), limit: t('dashboard.new_trial.days_hint') },
            ...{ known: '14', inputmode: 'numeric', maxlength: 3 },
          }),
        ],
      },
    ]
  },
  submit: 'dashboard.new_trial.submit',
  busy: 'dashboard.new_trial.busy',
} as const satisfies FormDefinition<NewTrial>
