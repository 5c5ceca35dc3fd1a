import { addressLine, answersOf } from '../../../domain/checkouts/delivery.ts'
import type { InvoiceObject } from '../../../domain/invoices/object.ts'
import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import { methodLabel } from '../../text/method-label.ts'
import { type Fact, fact, type Setting, timeFact } from './content.ts'
import type { EmailedCheckout } from './emailed-checkout.ts'
import { type OrderLines, orderLines } from './order.ts'

/** The paid object, as it was when the email was written. */
export type PaidPayload = { checkout: EmailedCheckout } | { invoice: InvoiceObject }

/**
 * Returns the currency in which a payment's money arrived. An older release stored only the payment's own currency.
 */
export function receivedIn(payment: PaymentObject): string {
  const { received_currency: currency } = payment as Partial<PaymentObject>
  return currency ?? payment.currency
}

/** The payment as emails describe it, in the same form for a checkout and an invoice. */
export interface Paid {
  total: Amount
  currency: string
  method: string | null
  paidAt: string | null
  receiptNumber: string | null
  email: string | null
  phone: string | null
  address: string
  /** The customer's delivery instructions. */
  note: string | null
  /** The customer's answers to the merchant's questions. */
  answers: Fact[]
  reference: string | null
  url: string
  order: OrderLines
  isOpen: boolean
  isOver: boolean
  /** The deadline for paying an open one; null if there is no deadline. */
  openUntil: string | null
}

export function paidOf(payload: PaidPayload, setting: Setting): Paid {
  return 'checkout' in payload ? ofCheckout(payload.checkout, setting) : ofInvoice(payload.invoice, setting)
}

function ofCheckout(checkout: EmailedCheckout, setting: Setting): Paid {
  return {
    total: checkout.amount_total,
    currency: checkout.currency,
    method: checkout.payment_method,
    paidAt: checkout.paid_at,
    receiptNumber: checkout.receipt_number,
    email: checkout.customer_email,
    phone: checkout.phone_number,
    address: addressLine(checkout, setting.locale),
    note: checkout.delivery_address?.note ?? null,
    answers: answersOf(checkout),
    reference: checkout.client_reference_id,
    url: checkout.url,
    order: orderLines(checkout, setting),
    isOpen: checkout.status === 'open',
    isOver: checkout.status === 'expired',
    openUntil: checkout.expires_at,
  }
}

function ofInvoice(invoice: InvoiceObject, { t, locale }: Setting): Paid {
  const total = formatAmount(invoice.amount, invoice.currency, locale)
  const name = t('invoice.item', { number: invoice.number ?? '' })
  return {
    total: invoice.amount,
    currency: invoice.currency,
    method: invoice.payment_method,
    paidAt: invoice.paid_at,
    receiptNumber: invoice.receipt_number,
    email: invoice.customer_email,
    phone: null,
    address: '',
    note: null,
    answers: [],
    reference: invoice.client_reference_id,
    url: invoice.url ?? '',
    order: { items: [{ name, detail: invoice.description, amount: total }], deductions: [], total },
    isOpen: invoice.status === 'open',
    isOver: invoice.status === 'void',
    openUntil: null,
  }
}

/** Returns the facts of a completed sale, as both the customer and the merchant get them. */
export function saleFacts(paid: Paid, setting: Setting): Fact[] {
  const { t } = setting
  return [
    ...fact(t('receipt.number'), paid.receiptNumber),
    ...timeFact(t(paid.total === 0 ? 'email.fact.date_free' : 'receipt.date'), paid.paidAt, setting, true),
    ...fact(t('receipt.method'), paid.method && methodLabel(paid.method, t)),
    ...fact(t('receipt.payer'), paid.email),
    ...fact(t('receipt.phone'), paid.phone),
    ...fact(t('receipt.address'), paid.address),
    ...fact(t('email.fact.note'), paid.note),
    ...fact(t('receipt.order'), paid.reference),
    ...paid.answers,
  ]
}

/** Returns the facts by which the merchant finds a payment and its payer. */
export function payerFacts(payment: PaymentObject, paid: Paid, { t }: Setting): Fact[] {
  return [
    ...fact(t('receipt.payer'), payment.customer_email ?? paid.email, true),
    ...fact(t('receipt.phone'), payment.phone_number ?? paid.phone),
    ...fact(t('receipt.order'), paid.reference),
    ...fact(t('email.fact.payment'), String(payment.id)),
  ]
}
