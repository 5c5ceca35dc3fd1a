import { Customer } from '../customer.ts'
import type { Merchant } from './merchant.ts'

/** Creates an invoice, by default an open one for ₮180,000, and a customer who has its link. */
export async function givenInvoice(shop: Merchant, body: object = {}) {
  const { body: created } = await shop.post('/invoices', { amount: 180_000, ...body })
  const { id, url } = created.data as { id: number; url: string | null }
  const retrieve = async () => (await shop.get(`/invoices/${id}`)).body.data
  return { id, customer: new Customer(url ?? 'http://127.0.0.1/i/0/none'), retrieve }
}

/** Gives the merchant an email address, and lets customers pay by bank transfer. */
export async function acceptTransfers(shop: Merchant): Promise<void> {
  const bank_transfer = {
    enabled: true,
    bank_name: 'Khan Bank',
    account_number: '5001234567',
    account_holder: 'Shop LLC',
  }
  await shop.patch('', { email: 'owner@example.com', payment_methods: { bank_transfer } }).expect(200)
}
