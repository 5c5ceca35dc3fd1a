import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import { customerCsv } from '../../../common/domain/customers/csv.ts'
import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { planName } from '../../../common/services/text/names.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import { row } from '../../pages/kit/row.ts'
import { checkoutColumns, checkoutPath } from '../checkouts/view.ts'
import { invoiceColumns, invoicePath, type ListedInvoice } from '../invoices/view.ts'
import { withoutCustomer } from '../kit/columns.ts'
import type { DetailDefinition, Section } from '../kit/detail-view.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf } from '../kit/table.ts'
import { paymentColumns, paymentPath } from '../payments/view.ts'
import { ownSubscriptionColumns, subscriptionPath, subscriptionStatus } from '../subscriptions/view.ts'
import { customerName } from './name.ts'

/** The list of customers. */
export const customerList = {
  path: '/customers',
  state: 'dashboard_customers',
  heading: 'dashboard.customers.heading',
  empty: 'dashboard.customers.empty',
  searchField: { label: 'dashboard.customers.search', hint: 'dashboard.customers.search_hint' },
  // Guests who paid are in no list of customers.
  elsewhere: { path: '/payments', heading: 'dashboard.payments.heading' },
  filters: {},
  csv: customerCsv,
  links: [
    {
      ...{ path: '/checkouts/new', label: 'dashboard.new_checkout.heading' },
      ...{ needs: 'operate', whenEmpty: true },
    },
  ],
  href: ({ id }) => `/customers/${id}`,
  columns: [
    {
      label: 'decide.payer',
      kind: 'what',
      cell: (customer, presenter) => ({
        text: customerName(customer, presenter),
        hint: customer.name === null ? null : (customer.email ?? customer.phone),
      }),
    },
    {
      label: 'dashboard.subscriptions.plan',
      kind: 'text',
      cell: ({ subscriptions: [first, ...others] }, { t }) =>
        first
          ? {
              text: planName({ ...first.price, product: first.product }),
              hint: others.length > 0 ? t('dashboard.customers.more', { count: others.length }) : null,
            }
          : null,
    },
    {
      label: 'portal.status',
      kind: 'state',
      cell: ({ subscriptions: [first] }, presenter) => (first ? subscriptionStatus(first, presenter) : null),
    },
    {
      label: 'dashboard.customers.since',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<CustomerObject>

/** A customer with everything they have, the newest first. */
export interface WholeCustomer {
  customer: CustomerObject
  /** Signs its holder in to the customer's portal. */
  portalUrl: string
  subscriptions: Newest<SubscriptionObject>
  payments: Newest<PaymentObject>
  checkouts: Newest<CheckoutObject>
  invoices: Newest<ListedInvoice>
}

/** The newest objects of one kind, and whether the customer has older ones. */
export interface Newest<Item> {
  items: readonly Item[]
  hasMore: boolean
}

/** The page of a customer. */
export const customerDetail = {
  path: '/customers/:id',
  state: 'dashboard_customer',
  audited: 'customer',
  back: { path: '/customers', label: 'dashboard.customers.heading' },
  links: ({ customer: { id } }, { t }) => [
    {
      ...{ path: '/checkouts/new', query: { customer_id: String(id) } },
      ...{ label: t('dashboard.new_checkout.heading'), needs: 'operate' },
      isPrimary: true,
    },
    { path: `/customers/${id}/edit`, label: t('dashboard.detail.edit'), needs: 'operate' },
    {
      ...{ path: '/invoices/new', query: { customer_id: String(id) } },
      ...{ label: t('dashboard.new_invoice.heading'), needs: 'operate' },
    },
    {
      ...{ path: '/subscriptions/new', query: { customer_id: String(id) } },
      ...{ label: t('dashboard.new_trial.heading'), needs: 'operate' },
    },
  ],
  show: (whole, presenter) => {
    const { t } = presenter
    const { customer, subscriptions, payments, checkouts, invoices } = whole
    const table = <Item>(
      heading: string,
      { items, hasMore }: Newest<Item>,
      columns: readonly Column<Item>[],
      href: (item: Item) => string,
      all: { path: string; label: SentenceKey },
    ): Section[] => {
      if (items.length === 0) return []
      const more = {
        href: presenter.page(all.path, { customer_id: String(customer.id) }),
        label: t(all.label),
      }
      return [
        {
          ...{ heading, table: tableOf(items, columns, presenter, { label: heading, href }) },
          ...(hasMore && { more }),
        },
      ]
    }
    const sections = [
      ...table(t('dashboard.payments.heading'), payments, withoutCustomer(paymentColumns), paymentPath, {
        ...{ path: '/payments', label: 'dashboard.customers.all_payments' },
      }),
      ...table(
        t('dashboard.subscriptions.heading'),
        subscriptions,
        ownSubscriptionColumns,
        subscriptionPath,
        { path: '/subscriptions', label: 'dashboard.customers.all_subscriptions' },
      ),
      ...table(t('dashboard.customers.invoices'), invoices, withoutCustomer(invoiceColumns), invoicePath, {
        ...{ path: '/invoices', label: 'dashboard.customers.all_invoices' },
      }),
      ...table(t('dashboard.checkouts.heading'), checkouts, withoutCustomer(checkoutColumns), checkoutPath, {
        ...{ path: '/checkouts', label: 'dashboard.customers.all_checkouts' },
      }),
    ]
    const heading = customerName(customer, presenter)
    return {
      heading,
      // Without a name the heading is the address, else the number.
      facts: [
        ...row(t('dashboard.customers.email'), customer.email === heading ? null : customer.email),
        ...row(t('receipt.phone'), customer.phone === heading ? null : customer.phone),
        ...row(t('dashboard.customers.reference'), customer.client_reference_id),
        ...row(t('dashboard.customers.since'), presenter.date(customer.created_at)),
      ],
      sections: [
        ...(sections.length > 0
          ? sections
          : [
              {
                heading: t('dashboard.checkouts.heading'),
                timeline: [],
                none: t('dashboard.customers.nothing'),
              },
            ]),
        ...(presenter.may('operate') ? [linksOf(whole, presenter)] : []),
      ],
    }
  },
  actions: {
    erase: {
      needs: 'operate',
      isLast: true,
      isDanger: true,
      button: ({ customer }, presenter, form) => ({
        label: presenter.t('dashboard.customers.erase'),
        hint: presenter.t('dashboard.customers.erase_hint'),
        busy: presenter.t('dashboard.customers.erase_busy'),
        fields: [
          fieldOf(form, 'agreed', {
            label: presenter.t('dashboard.customers.erase_agree', {
              name: customerName(customer, presenter),
            }),
            ...{ known: null, isBox: true },
          }),
        ],
      }),
    },
  },
} as const satisfies DetailDefinition<WholeCustomer>

function linksOf({ portalUrl }: WholeCustomer, { t }: Presenter): Section {
  return {
    heading: t('dashboard.customers.portal'),
    part: {
      template: 'dashboard/customers/links',
      view: {
        ...{ label: t('dashboard.customers.copy_portal'), copy: portalUrl, isLesser: true },
        hint: t('dashboard.customers.portal_hint'),
      },
    },
  }
}

/** The form that changes a customer. */
export const customerForm = {
  path: '/customers/:id/edit',
  state: 'dashboard_customer_form',
  heading: (_customer, { t }) => t('dashboard.customers.edit'),
  back: (customer, presenter) => ({
    path: `/customers/${customer.id}`,
    label: customerName(customer, presenter),
  }),
  groups: (customer, form, { t }) => [
    {
      legend: null,
      fields: [
        fieldOf(form, 'name', {
          label: t('dashboard.customers.name'),
          known: customer.name,
          required: false,
        }),
        fieldOf(form, 'email', {
          ...{ label: t('dashboard.customers.email'), known: customer.email, required: false },
          ...{ type: 'email', inputmode: 'email', maxlength: 254 },
        }),
        fieldOf(form, 'phone', {
          ...{ label: t('receipt.phone'), known: customer.phone, required: false },
          ...{ type: 'tel', inputmode: 'tel', maxlength: 64 },
        }),
        fieldOf(form, 'client_reference_id', {
          ...{ label: t('dashboard.customers.reference'), known: customer.client_reference_id },
          ...{ hint: t('dashboard.customers.reference_hint'), required: false, maxlength: 191 },
        }),
      ],
    },
  ],
  version: ({ updated_at: at }) => at,
  submit: 'dashboard.customers.save',
  busy: 'dashboard.customers.save_busy',
} as const satisfies FormDefinition<CustomerObject>
