import { save } from '../../../db/save.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { MOST_PER_DAY, nextEmailAt } from '../../domain/invoices/email-limit.ts'
import { isOverdue } from '../../domain/invoices/overdue.ts'
import { Problems, Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import { findCustomerRow } from '../customers/find.ts'
import { Email } from '../emails/emails-table.ts'
import { writeEmail } from '../emails/write.ts'
import { getOpenedInvoice } from '../invoices/find.ts'
import type { Invoice } from '../invoices/invoices-table.ts'
import { findInvoiceLocale } from '../invoices/locale.ts'
import { lockInvoice } from '../invoices/lock.ts'
import { checkPayable } from '../projects/check-payable.ts'
import type { Scope } from '../projects/project.ts'
import { checkOpenInvoice } from './check-open-invoice.ts'

/**
 * Emails an open invoice to its customer, for the first time or again. Throws 409 `invoice_not_open`, `no_email_address` or
 * `email_limit_reached`, and 422 `no_payment_method`.
 */
export async function sendInvoice(tx: ModelTx, scope: Scope, id: number): Promise<void> {
  await sendLocked(tx, scope, await lockInvoice(tx, scope, id, { withCustomer: true }))
}

/**
 * Emails an invoice as `sendInvoice` does, but only if it was last sent when the page showed: `shown` is its `sent_at`, empty
 * if it was not sent. Returns false if it was sent meanwhile, so that a second press sends nothing.
 */
export async function sendInvoiceAsShown(
  tx: ModelTx,
  scope: Scope,
  id: number,
  shown: string | undefined,
): Promise<boolean> {
  const invoice = await lockInvoice(tx, scope, id, { withCustomer: true })
  if ((invoice.sentAt === null ? '' : iso(invoice.sentAt)) !== shown) return false
  await sendLocked(tx, scope, invoice)
  return true
}

async function sendLocked(tx: ModelTx, scope: Scope, row: Invoice): Promise<void> {
  await checkOpenInvoice(tx, row, 'Its url shows the customer the receipt.')
  checkMethods(scope, row)
  const { customerEmail: recipient, customerId } = row
  if (recipient === null) throw await withoutAddress(tx, scope, row)
  const invoice = await getOpenedInvoice(tx.sql, scope, row.id)
  const next = nextEmailAt(invoice, await latestEmails(tx, customerId), tx.now)
  if (next) throw new Refusal({ code: 'email_limit_reached', params: { at: iso(next), most: MOST_PER_DAY } })
  const after = row.sentAt?.getTime() ?? 0
  await save(tx, row, { sentAt: tx.now, sentTo: recipient })
  await writeEmail(tx, scope, {
    kind: 'invoice',
    cause: `invoice-${row.id}-after-${after}`,
    recipient,
    locale: await findInvoiceLocale(tx.sql, scope, invoice),
    customerId,
    payload: { invoice, overdue: isOverdue(invoice, tx.now) },
  })
}

/** Throws 422 `no_payment_method` if the customer could not pay: the methods may have changed since the invoice opened. */
function checkMethods(scope: Scope, { amount }: Invoice): void {
  const problems = new Problems()
  checkPayable(scope, amount, 'amount', problems)
  problems.refuse()
}

/** Returns the refusal of an invoice without an address. An erased customer cannot get one. */
async function withoutAddress(tx: ModelTx, scope: Scope, { customerId }: Invoice): Promise<Refusal> {
  const customer = customerId === null ? null : await findCustomerRow(tx.sql, scope, { id: customerId })
  return new Refusal({ code: 'no_email_address', ...(customer && { params: { id: customer.id } }) })
}

/** Returns the times of the latest emails of invoices to a locked customer, newest first. */
async function latestEmails({ transaction }: ModelTx, customerId: number | null): Promise<Date[]> {
  if (customerId === null) return []
  const emails = await Email.findAll({
    attributes: ['createdAt'],
    where: { customerId, kind: 'invoice' },
    order: [['id', 'DESC']],
    limit: MOST_PER_DAY,
    transaction,
  })
  return emails.map(({ createdAt }) => createdAt)
}
