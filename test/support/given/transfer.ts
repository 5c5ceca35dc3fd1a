import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { paymentsOf } from '../stored.ts'
import { givenCheckout } from './checkout.ts'
import { givenTransferShop, type Merchant, tea } from './merchant.ts'

/** Creates a checkout, by default of ₮25,000, and starts a transfer for it without reporting it. */
export async function givenTransfer(shop?: Merchant, body: object = tea()) {
  const merchant = shop ?? (await givenTransferShop())
  const checkout = await givenCheckout(merchant, body)
  const transfer = await begunBy(merchant, checkout)
  return { shop: merchant, ...checkout, ...transfer }
}

/** Creates a checkout with a transfer that the customer has reported. */
export async function givenReported(shop?: Merchant, body?: object) {
  const transfer = await givenTransfer(shop, body)
  await transfer.customer.press('claim_transfer')
  return transfer
}

type Checkout = Awaited<ReturnType<typeof givenCheckout>>

/** Starts a transfer on the page of a checkout. */
export async function begunBy(shop: Merchant, { id, customer }: Pick<Checkout, 'id' | 'customer'>) {
  await customer.pay({ payment_method: 'bank_transfer' }, await customer.get('?choose=1'))
  const paymentId = (await paymentsOf(id)).at(-1)!.id
  return { paymentId, ...ofPayment(shop, paymentId) }
}

/** Returns the calls of a merchant about a payment. */
export function ofPayment(shop: Merchant, paymentId: number) {
  return {
    payment: async () => (await shop.get(`/payments/${paymentId}`)).body.data as PaymentObject,
    confirm: (body: object = {}) => shop.post(`/payments/${paymentId}/confirm`, body),
    reject: (reason?: string) =>
      shop.post(`/payments/${paymentId}/reject`, reason === undefined ? {} : { reason }),
  }
}
