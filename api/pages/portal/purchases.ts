import { formatAmount, formatDate, type Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Purchase } from '../../../common/services/portal/list-purchases.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { withPrice } from '../../../common/services/text/names.ts'
import { type Translate, translate } from '../../../common/services/text/translate.ts'
import type { Addresses } from './addresses.ts'

/** A line of the payment history. */
export interface PurchaseLine {
  date: string
  name: string
  method: string | null
  amount: string
  status: string
  /** Whether the payment is not settled yet. It is emphasized. */
  open: boolean
  url: string
  /** The text of the link: the receipt or invoice with its number, or "Details". */
  link: string
}

const STATUS: Record<Purchase['status'], SentenceKey> = {
  paid: 'portal.paid',
  pending: 'portal.pending',
  refund_required: 'portal.refund_required',
  refunded: 'portal.refunded',
}

/** Returns a line of the payment history. */
export function purchaseLine(
  purchase: Purchase,
  { project, locale, addresses }: { project: Project; locale: Locale; addresses: Addresses },
): PurchaseLine {
  const t = translate(locale)
  const { name, priceName, quantity, invoice, status, method, amount, refunded } = purchase
  const fullName = name === null ? t('invoice.item', { number: invoice ?? '' }) : withPrice(name, priceName)
  const money = (sum: Amount) => formatAmount(sum, purchase.currency ?? project.currency, locale)
  return {
    date: formatDate(purchase.at, project.timezone, locale),
    name: quantity > 1 ? t('order.times', { price: fullName, count: quantity }) : fullName,
    method: method && methodLabel(method, t),
    amount: money(amount),
    status:
      status === 'paid' && refunded > 0
        ? t('portal.paid_less', { amount: money(refunded) })
        : t(STATUS[status]),
    open: status === 'pending' || status === 'refund_required',
    url: addresses.payable(purchase.url, locale),
    link: linkText(purchase, t),
  }
}

function linkText({ receipt: number, invoice }: Purchase, t: Translate): string {
  if (number !== null) return t('receipt.paper', { number })
  return invoice === null ? t('portal.details') : t('invoice.item', { number: invoice })
}
