import type { InvoiceObject } from '../../../domain/invoices/object.ts'
import { formatAmount, formatDate } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { whileInvoicePayable } from '../still-true.ts'
import { dayFact, fact, helpLine } from './content.ts'

/** An open invoice, and whether it was overdue when the email was written. */
export interface InvoicePayload {
  invoice: InvoiceObject
  overdue: boolean
}

/** To the customer, when the merchant sends it: the amount, the due date and the page on which to pay. */
export const invoice = defineEmail<InvoicePayload>({
  template: 'invoice',
  to: 'payer',
  personal: 'erased',
  stillTrue: whileInvoicePayable,
  content({ invoice: { amount, currency, number, ...others }, overdue }, setting) {
    const { t, locale, project, shop } = setting
    const about = {
      ...{ shop, number: number ?? '', amount: formatAmount(amount, currency, locale) },
      date: formatDate(new Date(others.due_date), project.timezone, locale),
    }
    const lead = overdue ? 'email.invoice.lead_overdue' : 'email.invoice.lead'
    return {
      subject: t(overdue ? 'email.invoice.subject_overdue' : 'email.invoice.subject', about),
      preview: t(lead, about),
      lead,
      ...about,
      overdue,
      facts: [
        ...fact(t('invoice.number'), number),
        ...fact(t('invoice.description'), others.description),
        ...dayFact(t('email.fact.due'), others.due_date, setting, true),
        ...fact(t('receipt.order'), others.client_reference_id),
      ],
      url: others.url ?? '',
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
