import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { confirmSale, releaseSale, reserveSale } from '../payment-links/sales.ts'
import type { Checkout } from './checkouts-table.ts'

/**
 * Reserves a sale of the payment link that opened a locked checkout. Returns false if all are sold or reserved, and true
 * if it opened without a link.
 */
export async function reserveLinkSale(tx: Tx, checkout: Checkout): Promise<boolean> {
  const { paymentLinkId, paymentLinkSale } = checkout
  if (paymentLinkId === null || paymentLinkSale !== null) return true
  if (!(await reserveSale(tx, paymentLinkId))) return false
  await save(tx, checkout, { paymentLinkSale: 'reserved' }, { touch: false })
  return true
}

/** Counts the reserved sale of a checkout that is being completed. */
export async function confirmLinkSale(tx: Tx, checkout: Checkout): Promise<void> {
  const { paymentLinkId, paymentLinkSale } = checkout
  if (paymentLinkId === null || paymentLinkSale !== 'reserved') return
  await save(tx, checkout, { paymentLinkSale: 'sold' }, { touch: false })
  await confirmSale(tx, paymentLinkId)
}

/** Releases the reserved sale of a payment that ended without money. */
export async function releaseLinkSale(tx: Tx, checkout: Checkout): Promise<void> {
  const { paymentLinkId, paymentLinkSale } = checkout
  if (paymentLinkId === null || paymentLinkSale !== 'reserved') return
  await save(tx, checkout, { paymentLinkSale: null }, { touch: false })
  await releaseSale(tx, paymentLinkId)
}
