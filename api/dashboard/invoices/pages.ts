import type { Router } from 'express'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { formatShortDateTime } from '../../../common/kit/format.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findCustomerRow } from '../../../common/services/customers/find.ts'
import { findHistory } from '../../../common/services/history/find.ts'
import { createInvoice } from '../../../common/services/invoices/create.ts'
import { deleteDraftInvoice } from '../../../common/services/invoices/delete-draft.ts'
import { finalizeInvoice } from '../../../common/services/invoices/finalize.ts'
import { findInvoiceWithTime } from '../../../common/services/invoices/find.ts'
import { listInvoices } from '../../../common/services/invoices/list.ts'
import { findKnownLocale } from '../../../common/services/invoices/locale.ts'
import { searchInvoices } from '../../../common/services/invoices/search.ts'
import { updateInvoice } from '../../../common/services/invoices/update.ts'
import { sendInvoiceAsShown } from '../../../common/services/operations/send-invoice.ts'
import { voidInvoice } from '../../../common/services/operations/void-invoice.ts'
import { listPayments } from '../../../common/services/payments/list.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { onConnection } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { invoiceBody, invoiceChanges } from '../../v1/invoices/schema.ts'
import { validate } from '../../valid.ts'
import { change } from '../change.ts'
import { createOnce } from '../create-once.ts'
import { customerName } from '../customers/name.ts'
import { detailPage } from '../kit/detail.ts'
import { newest, PER_PAGE } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult } from '../page.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import { endOfDay } from '../selling/day.ts'
import { namedCustomer } from '../selling/named-customer.ts'
import { refusedFields } from '../selling/problems.ts'
import {
  type InvoiceForm,
  invoiceForm,
  isUsualDue,
  knownDue,
  type NewInvoice,
  newInvoiceForm,
} from './form-view.ts'
import { invoiceDetail, invoiceList, type ListedInvoice, type ShownInvoice, withOverdue } from './view.ts'

/** All invoices, with the filters of the API. */
const invoicesPage = listPage<ListedInvoice, typeof invoiceList.filters>({
  ...invoiceList,
  find: async (sql, scope, { overdue, ...query }, now) => {
    const page = await listInvoices(sql, scope, { ...query, overdue: overdue !== undefined }, now)
    return { ...page, items: page.items.map((one) => withOverdue(one, now)) }
  },
  search: async (sql, scope, text, now) => {
    const { items, isCut } = await searchInvoices(sql, scope, text)
    return { items: items.map((one) => withOverdue(one, now)), isCut }
  },
})

const { finalize, send, delete: deleteDraft, void: voidOpen } = invoiceDetail.actions

/** An invoice: its link while it can be paid, its payments and its history. */
const invoicePage = detailPage<ShownInvoice>({
  ...invoiceDetail,
  find: ({ scope, locale: own }, id) =>
    onConnection(async (sql) => {
      const found = await findInvoiceWithTime(sql, scope, id, now())
      if (!found) return null
      const { invoice } = found
      const of = { invoice_id: id, ...newest(PER_PAGE) }
      const payments = (await listPayments(sql, scope, of, now())).items
      const history = await findHistory(sql, scope, {
        objects: [
          { type: 'invoice', id },
          ...payments.map((one) => ({ type: 'payment' as const, id: one.id })),
        ],
        causes: [`invoice-${id}`, ...payments.map((one) => `payment-${one.id}`)],
      })
      const { customer_id: customerId } = invoice
      const customer = customerId === null ? null : await findCustomerRow(sql, scope, { id: customerId })
      return {
        ...{ invoice: withOverdue(invoice, found.now), payments, history, now: found.now },
        isDueGiven: found.isDueGiven,
        customer: customer && customerName(customer, { t: translate(own) }),
        language: (await findKnownLocale(sql, invoice)) ?? own,
      }
    }),
  actions: {
    finalize: {
      ...finalize,
      run: (visit, { invoice: { id } }) =>
        changeInvoice(visit, (tx, scope) => finalizeInvoice(tx, scope, id)),
    },
    send: {
      ...send,
      // If it was sent since the page was loaded, the page then shows when.
      run: (visit, { invoice: { id } }, form) =>
        changeInvoice(visit, (tx, scope) => sendInvoiceAsShown(tx, scope, id, form.sent_at)),
    },
    delete: {
      ...deleteDraft,
      run: async (visit, { invoice: { id } }) => {
        const { scope } = visit
        const result = await changeInvoice(visit, (tx) => deleteDraftInvoice(tx, scope, id))
        if (result.errors) return result
        return { goTo: addressIn(visit, '/invoices'), done: 'invoice_deleted' }
      },
    },
    void: {
      ...voidOpen,
      run: (visit, { invoice: { id } }) => changeInvoice(visit, (tx, scope) => voidInvoice(tx, scope, id)),
    },
  },
})

/** Runs an operation. If the state of the invoice does not allow it any more, the page shows an error. */
async function changeInvoice(
  { scope, locale }: ProjectVisit,
  operation: (tx: ModelTx, scope: Scope) => Promise<unknown>,
): Promise<ActionResult> {
  try {
    await change(scope, (tx) => operation(tx, scope))
    return { done: 'done' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    switch (error.code) {
      case 'invoice_not_draft':
      case 'invoice_not_open':
      case 'no_email_address':
        return { errors: { '': 'invoice_changed' } }
      case 'payment_in_progress':
        return { errors: { '': 'in_progress' } }
      case 'email_limit_reached': {
        const next = new Date(error.problems[0].params?.at ?? '')
        const time = formatShortDateTime(next, scope.project.timezone, locale)
        return { errors: { '': { problem: 'invoice_email_limit', about: { time } } } }
      }
      default:
        return { errors: refusedFields(error, [], { amount: '' }) }
    }
  }
}

/** The form that creates an invoice, empty or for the customer of a link. */
const newInvoicePage = formPage<NewInvoice>({
  ...newInvoiceForm,
  needs: 'operate',
  done: 'invoice_created',
  find: ({ scope }, _id, query) =>
    onConnection(async (sql) => {
      const customer = await namedCustomer(sql, scope, query)
      return customer && { customer: customer === 'none' ? null : customer, now: now() }
    }),
  save: async (visit, item, form) => {
    const { scope, locale } = visit
    const { customer } = item
    const { currency, timezone } = scope.project
    const { amount: typed = '', description = '', customer_email: email = '', due = '' } = form
    const errors: FormErrors = {}
    const amount = readAmount(typed, currency)
    if (amount === null) errors.amount = amountProblem(typed, currency, locale)
    const end = endOfDay(due, timezone)
    if (due !== '' && (end === null || new Date(end) <= now())) errors.due = 'invoice_due'
    if (isFaulty(errors)) return { errors }
    const isDraft = form.draft === '1'
    // A draft may be issued after the suggested day: its due date is set then.
    const isDueLater = isDraft && isUsualDue(item, due, timezone)
    const body = {
      amount,
      ...(description !== '' && { description }),
      ...(customer ? { customer_id: customer.id } : email !== '' && { customer_email: email }),
      ...(end !== null && !isDueLater && { due_date: end }),
      auto_advance: !isDraft,
    }
    try {
      const id = await createOnce(visit, newInvoiceForm.path, form, (tx) =>
        createInvoice(tx, scope, validate(invoiceBody, body, { isTest: scope.isTest, currency })),
      )
      return { goTo: addressIn(visit, `/invoices/${id}`) }
    } catch (error) {
      return { errors: formErrors(error) }
    }
  },
})

/** The form that changes a draft. */
const invoiceFormPage = formPage<InvoiceForm>({
  ...invoiceForm,
  needs: 'operate',
  find: ({ scope, locale }, id) =>
    onConnection(async (sql) => {
      const found = id === null ? null : await findInvoiceWithTime(sql, scope, id, now())
      if (!found) return null
      const { invoice, hasClock, isDueGiven } = found
      const { customer_id: customerId, customer_email: email } = invoice
      const customer = customerId === null ? null : await findCustomerRow(sql, scope, { id: customerId })
      return {
        ...{ invoice, isDueGiven, now: found.now },
        customer: customer && customerName(customer, { t: translate(locale) }),
        // A customer in another time could not get the invoice.
        keepsCustomer: customer !== null && (email === null || hasClock),
      }
    }),
  save: async (visit, item, form) => {
    const { scope, locale } = visit
    const { currency, timezone } = scope.project
    const { id, customer_email: known } = item.invoice
    const { amount: typed = '', description = '', customer_email: email = '', due = '' } = form
    const errors: FormErrors = {}
    const amount = readAmount(typed, currency)
    if (amount === null) errors.amount = amountProblem(typed, currency, locale)
    const isDueChanged = due !== knownDue(item, timezone)
    const end = endOfDay(due, timezone)
    if (isDueChanged && due !== '' && (end === null || new Date(end) <= item.now)) errors.due = 'invoice_due'
    if (isFaulty(errors)) return { errors }
    const body = {
      amount,
      description: description || null,
      ...(email !== (known ?? '') && {
        customer_email: email === '' ? null : email,
        ...(!item.keepsCustomer && { customer_id: null }),
      }),
      // The same day keeps the exact time that the API may have set.
      ...(isDueChanged && { due_date: end }),
    }
    try {
      await change(scope, (tx) => {
        const draft = validate(invoiceChanges, body, { isTest: scope.isTest, currency, keepNull: true })
        return updateInvoice(tx, scope, id, draft)
      })
      return { goTo: addressIn(visit, `/invoices/${id}`) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invoice_not_draft')
        return { errors: { '': 'invoice_opened' } }
      return { errors: formErrors(error) }
    }
  },
})

/** Returns the errors of a form that is refused. Throws errors that are not about the form. */
function formErrors(error: unknown): FormErrors {
  const refused = refusedFields(error, [], { due_date: 'due', customer_id: '' })
  return { ...refused, ...(refused.customer_email && { customer_email: 'email_invalid' }) }
}

/** The invoices of a project. The path of the form comes before the path of an invoice. */
export const invoicePages: Router[] = [invoicesPage, newInvoicePage, invoicePage, invoiceFormPage]
