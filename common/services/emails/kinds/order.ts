import { LINE_BOX, type Picture } from '../../../domain/images/picture.ts'
import { formatAmount } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import { lineName } from '../../text/names.ts'
import { deductionsOf, itemDescription, itemDetail } from '../../text/order-in-words.ts'
import { type OurCopy, ourCopy } from '../our-copy.ts'
import type { Setting } from './content.ts'
import type { EmailedCheckout } from './emailed-checkout.ts'

export interface OrderLines {
  items: {
    name: string
    detail: string | null
    description?: string | null
    amount: string
    picture?: OurCopy | null
  }[]
  /** Whether any item has a picture. The other items then keep the space empty. */
  pictured?: boolean
  deductions: { label: string; amount: string }[]
  total: string
}

/** Returns the order line by line, as on the checkout page. */
export function orderLines(checkout: EmailedCheckout, { locale, pictures }: Setting): OrderLines {
  const { currency } = checkout
  const money = (amount: Amount) => formatAmount(amount, currency, locale)
  return {
    items: checkout.items.map((item) => ({
      name: lineName(item),
      detail: itemDetail(item, currency, locale),
      description: itemDescription(item, checkout.items.length),
      amount: money(item.amount_subtotal),
      picture: linePicture(pictures.get(item.id)),
    })),
    pictured: checkout.items.some(({ id }) => pictures.has(id)),
    deductions: deductionsOf(checkout, locale).map(({ label, amount }) => ({
      label,
      amount: `−${money(amount)}`,
    })),
    total: money(checkout.amount_total),
  }
}

/** A transparent picture is shown on a white plate. The plate's border is part of the space. */
const PLATE = 4
const ON_PLATE = { width: LINE_BOX.width - 2 * PLATE, height: LINE_BOX.height - 2 * PLATE }

function linePicture(picture: Picture | undefined): OurCopy | null {
  return picture ? ourCopy(picture, picture.clear ? ON_PLATE : LINE_BOX) : null
}
