import { expect } from 'chai'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { givenJune } from '../support/given/club.ts'
import { type Merchant, tea } from '../support/given/merchant.ts'

/** Returns how many objects a lookup finds; null if the value is invalid. */
async function found(shop: Merchant, path: string): Promise<number | null> {
  const { status, body } = await shop.get(path)
  if (status === 200) return Array.isArray(body.data) ? (body.data as unknown[]).length : 1
  expect(status, path).to.be.oneOf([404, 422])
  return status === 404 ? 0 : null
}

describe('a lookup by text', () => {
  const lookups: [path: string, value: string][] = [
    ['/customers/by-client-reference-id/', 'REF'],
    ['/customers?email=', 'ref@example.com'],
    ['/checkouts?client_reference_id=', 'ORDER'],
    ['/invoices?client_reference_id=', 'BILL'],
    ['/subscriptions?price=', 'basic'],
    ['/prices?lookup_key=', 'basic'],
    ['/promotion-codes?code=', 'SAVE10K'],
    ['/payments?status=paid&method=', 'test'],
    ['/payments?customer_email=', 'payer@example.com'],
    ['/payments?client_reference_id=', 'PAID'],
  ]

  it('finds an object by the exact text, not by the text with blanks around it', async () => {
    const club = await givenJune()
    const { shop } = club
    await club.buy('basic')
    await shop.post('/customers', { client_reference_id: 'REF', email: 'ref@example.com' }).expect(201)
    await shop.post('/checkouts', { ...tea(), client_reference_id: 'ORDER' }).expect(201)
    await shop.post('/invoices', { amount: 1_000, client_reference_id: 'BILL' }).expect(201)
    await givenCode(shop, 'SAVE10K')
    const { customer } = await givenCheckout(shop, { ...tea(), client_reference_id: 'PAID' })
    await customer.pay({ email: 'payer@example.com', test_outcome: 'declined' })
    for (const [path, value] of lookups) {
      expect(await found(shop, path + value), path).to.equal(1)
      for (const padded of [`${value}%20`, `%20${value}`, `${value}%20%20`, `${value}%09`, '%20'])
        expect(await found(shop, path + padded), `${path}${padded}`).to.be.oneOf([0, null])
    }
  })

  it('finds a promotion code in lower case, but not by a letter that looks similar', async () => {
    const { shop } = await givenJune()
    await givenCode(shop, 'SAVE10K')
    expect(await found(shop, '/promotion-codes?code=save10k')).to.equal(1)
    expect(await found(shop, `/promotion-codes?code=${encodeURIComponent('ſave10k')}`)).to.equal(0)
    expect(await found(shop, `/promotion-codes?code=${encodeURIComponent('SAVE10\u212a')}`)).to.equal(0)
  })
})
