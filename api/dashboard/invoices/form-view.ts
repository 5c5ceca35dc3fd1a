import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import type { InvoiceObject } from '../../../common/domain/invoices/object.ts'
import { dayOf, daysLater } from '../../../common/domain/subscriptions/calendar.ts'
import { typedAmount } from '../../../common/kit/format.ts'
import { amountField, fieldOf, type FieldView, type FormState } from '../../pages/kit/fields.ts'
import { customerName } from '../customers/name.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { dayField } from '../selling/day.ts'

/** The customer whose page led to the form, if any. */
export interface NewInvoice {
  customer: CustomerObject | null
  now: Date
}

/** The days until a new invoice is due, unless the member chooses another day. */
const USUAL_DAYS = 7

/** A draft to change. */
export interface InvoiceForm {
  invoice: InvoiceObject
  /** The name of its customer; null without one. */
  customer: string | null
  /** Whether another address leaves the customer as it is. Otherwise the customer with that address gets the invoice. */
  keepsCustomer: boolean
  /** Whether its due date was given. Otherwise it is set when the draft opens. */
  isDueGiven: boolean
  /** The time of its test clock, or the real time. */
  now: Date
}

/** Returns the due day that the form begins with; empty if it is set when the draft opens. */
export function knownDue({ invoice, isDueGiven }: InvoiceForm, zone: string): string {
  return dayField(isDueGiven ? invoice.due_date : null, zone)
}

/** Returns the due day of a new invoice. For a customer on a test clock, whose time is another one, it is set later. */
function usualDue({ customer, now }: NewInvoice, zone: string): string | null {
  return customer?.test_clock_id ? null : daysLater(dayOf(now, zone), USUAL_DAYS)
}

/** Returns whether the due day of a new invoice is still the one that the form began with. */
export function isUsualDue(item: NewInvoice, due: string, zone: string): boolean {
  return due !== '' && due === usualDue(item, zone)
}

/** Returns the fields for the purpose and the amount. */
function firstFields(form: FormState, { t, input }: Presenter, invoice: InvoiceObject | null): FieldView[] {
  const { currency } = input.project
  const text = invoice?.description ?? null
  return [
    fieldOf(form, 'description', {
      ...{ label: t('invoice.description'), known: text, required: false, maxlength: 1000 },
      ...{ hint: t('dashboard.new_invoice.description_hint') },
      // A field of one line would lose the line breaks that the API has set.
      ...(text?.includes('\n') && { rows: 3 }),
    }),
    amountField(form, 'amount', currency, {
      ...{ label: t('order.amount'), known: invoice && typedAmount(invoice.amount, currency) },
    }),
  ]
}

function emailField(form: FormState, { t }: Presenter, known: string | null, hint: string): FieldView {
  return fieldOf(form, 'customer_email', {
    ...{ label: t('pay.email'), known, required: false, type: 'email', inputmode: 'email' },
    ...{ hint, maxlength: 254 },
  })
}

function dueField(form: FormState, { t }: Presenter, known: string | null): FieldView {
  return fieldOf(form, 'due', {
    ...{ label: t('dashboard.invoices.due'), known, required: false, type: 'date' },
    hint: t('dashboard.new_invoice.due_hint'),
  })
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
  groups: (item, form, presenter) => {
    const { t } = presenter
    const { customer } = item
    const due = usualDue(item, presenter.input.project.timezone)
    return [
      {
        legend: null,
        fields: [
          ...(customer ? [] : [emailField(form, presenter, null, t('dashboard.new_invoice.email_hint'))]),
          ...firstFields(form, presenter, null),
          dueField(form, presenter, due),
          fieldOf(form, 'draft', {
            ...{ label: t('dashboard.new_invoice.draft'), known: null, isBox: true },
            ...(due !== null && { hint: t('dashboard.new_invoice.draft_due') }),
          }),
        ],
      },
    ]
  },
  submit: 'dashboard.new_invoice.submit',
  busy: 'dashboard.new_checkout.busy',
} as const satisfies FormDefinition<NewInvoice>

/** The form that changes a draft. */
export const invoiceForm = {
  path: '/invoices/:id/edit',
  state: 'dashboard_invoice_change',
  heading: ({ invoice: { id } }, { t }) => t('dashboard.invoices.edit', { id }),
  text: 'dashboard.invoices.edit_text',
  back: ({ invoice: { id } }, { t }) => ({
    path: `/invoices/${id}`,
    label: t('dashboard.invoices.draft', { id }),
  }),
  version: ({ invoice }) => invoice.updated_at,
  groups: (item, form, presenter) => {
    const { invoice } = item
    return [
      {
        legend: null,
        fields: [
          emailField(form, presenter, invoice.customer_email, emailHint(item, presenter)),
          ...firstFields(form, presenter, invoice),
          dueField(form, presenter, knownDue(item, presenter.input.project.timezone)),
        ],
      },
    ]
  },
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<InvoiceForm>

/** Returns the effect of another address on the customer. */
function emailHint({ customer, keepsCustomer }: InvoiceForm, { t }: Presenter): string {
  if (customer === null) return t('dashboard.new_invoice.email_hint')
  return keepsCustomer
    ? t('dashboard.invoices.email_keeps', { name: customer })
    : t('dashboard.invoices.email_moves')
}
