import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import { Customer } from '../customer.ts'
import { type Merchant, tea } from './merchant.ts'

/** Returns the current checkout from the API. */
export async function retrieve(shop: Merchant, id: number): Promise<CheckoutObject> {
  const { body } = await shop.get(`/checkouts/${id}`).expect(200)
  return (body as { data: CheckoutObject }).data
}

/** Creates an open checkout of `shop`, with a customer on its page. */
export async function givenCheckout(shop: Merchant, body: object = tea()) {
  const { body: created } = await shop.post('/checkouts', body).expect(201)
  const { id, url } = (created as { data: { id: number; url: string } }).data
  return { id, url, customer: new Customer(url), retrieve: () => retrieve(shop, id) }
}

/** Creates a one-time price with its own product. */
export async function givenPrice(
  shop: Merchant,
  { unitAmount = 10_000, ...more }: { unitAmount?: number; lookup_key?: string; active?: boolean } = {},
): Promise<{ id: number; product_id: number }> {
  const { body } = await shop
    .post('/prices', { product_data: { name: 'Coffee' }, unit_amount: unitAmount, ...more })
    .expect(201)
  return (body as { data: { id: number; product_id: number } }).data
}

/** Creates a promotion code that customers can enter, by default with 10 % off the order. */
export async function givenCode(
  shop: Merchant,
  code: string,
  terms: object = { percent_off: 10 },
): Promise<{ id: number }> {
  const { body } = await shop.post('/promotion-codes', { type: 'order_total', code, ...terms }).expect(201)
  return (body as { data: { id: number } }).data
}
