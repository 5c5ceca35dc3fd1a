import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import { amountField, fieldOf } from '../../pages/kit/fields.ts'
import { customerName } from '../customers/name.ts'
import type { FormLook } from '../kit/form-view.ts'

/** The customer whose page led to the form, if any. */
export interface NewInvoice {
  customer: CustomerObject | null
}

/** The form that creates an invoice. */
export const newInvoiceForm = {
  path: '/invoices/new',
  state: 'dashboard_invoice_form',
  heading: ({ customer }, presenter) =>
    customer
      ? presenter.t('dashboard.new_invoice.for', { name: customerName(customer, presenter) })
      : presenter.t('dashboard.new_invoice.heading'),
  text: 'dashboard.new_invoice.text',
  back: ({ customer }, presenter) =>
    customer
      ? { path: `/customers/${customer.id}`, label: customerName(customer, presenter) }
      : { path: '/invoices', label: presenter.t('dashboard.customers.invoices') },
  groups: ({ customer }, form, { t, input }) => [
    {
      legend: null,
      fields: [
        amountField(form, 'amount', input.project.currency, { label: t('order.amount'), known: null }),
        fieldOf(form, 'description', {
          ...{ label: t('invoice.description'), known: null, required: false, maxlength: 1000 },
          hint: t('dashboard.new_invoice.description_hint'),
        }),
        ...(customer
          ? []
          : [
              fieldOf(form, 'customer_email', {
                ...{ label: t('pay.email'), known: null, required: false, type: 'email', inputmode: 'email' },
                ...{ hint: t('dashboard.new_invoice.email_hint'), maxlength: 254 },
              }),
            ]),
        fieldOf(form, 'due', {
          ...{ label: t('dashboard.invoices.due'), known: null, required: false, type: 'date' },
          hint: t('dashboard.new_invoice.due_hint'),
        }),
        fieldOf(form, 'draft', { label: t('dashboard.new_invoice.draft'), known: null, isBox: true }),
      ],
    },
  ],
  submit: 'dashboard.new_invoice.submit',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormLook<NewInvoice>
