import { expect } from 'chai'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import { receiptId, receiptNumber } from '../../common/domain/projects/receipt-number.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { config } from '../../common/runtime/config.ts'
import { payCheckout } from '../../common/services/operations/pay-checkout.ts'
import { receiptNumbers } from '../../db/migrations/0019-receipt-numbers.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { projectOf } from '../support/given/email.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

async function pay(shop: Merchant, body: object = tea()): Promise<CheckoutObject> {
  const { customer, retrieve } = await givenCheckout(shop, body)
  await customer.pay()
  return retrieve()
}

describe('the number of a receipt', () => {
  it('counts the payments of a project, per mode', async () => {
    const shop = await givenMerchant()
    const open = await givenCheckout(shop)
    expect(await open.retrieve()).to.include({ receipt_number: null, receipt_id: null })
    expect(await pay(shop)).to.include({ receipt_number: 'R-000001', receipt_id: 1 })
    const invoice = await givenInvoice(shop)
    await invoice.customer.pay()
    expect(await invoice.retrieve()).to.include({ number: 'INV-0001', receipt_number: 'R-000002' })
    await open.customer.pay()
    expect(await open.retrieve()).to.include({ receipt_number: 'R-000003', receipt_id: 3 })
    expect(await pay(shop.live, tea(1, 0))).to.include({ receipt_number: 'R-000001' })
    expect(await pay(await givenMerchant())).to.include({ receipt_number: 'R-000001' })
  })

  it('is unique for more simultaneous payments than there are connections', async () => {
    const shop = await givenMerchant()
    const many = 2 * config().dbPoolMax
    const paid = await Promise.all(Array.from({ length: many }, () => pay(shop)))
    expect(new Set(paid.map(({ receipt_number: number }) => number)).size).to.equal(many)
    expect(paid.map(({ status }) => status)).to.deep.equal(Array<string>(many).fill('complete'))
  })

  it('is assigned without waiting for an unfinished payment, and is skipped if that rolls back', async () => {
    const shop = await givenMerchant()
    const scope = { project: await projectOf(shop), isTest: true }
    const [one, two] = [await givenCheckout(shop), await givenCheckout(shop)]
    const form = { email: 'bat@example.com', payment_method: 'test', test_outcome: 'succeeds' }
    const rolledBack = atomically(async (tx) => {
      expect(await payCheckout(tx, scope, one, form, 'en')).to.deep.equal({})
      await two.customer.pay()
      expect(await two.retrieve()).to.include({ status: 'complete', receipt_number: 'R-000002' })
      throw new Error('roll back')
    })
    expect(await rolledBack.catch((error: unknown) => (error as Error).message)).to.equal('roll back')
    expect(await one.retrieve()).to.include({ status: 'open', receipt_number: null })
    await one.customer.pay()
    expect(await one.retrieve()).to.include({ receipt_number: 'R-000003' })
  })

  it('continues above the checkout ids that an older release used as numbers', async () => {
    const shop = await givenMerchant()
    const { id } = await pay(shop)
    const { id: open } = await givenCheckout(shop)
    const { id: ofAnother } = await givenCheckout(await givenMerchant())
    const before = receiptNumbers.find(({ name }) => name.includes('numbered-before'))!
    await onConnection(async (sql) => {
      await sql.run('UPDATE checkouts SET receipt_number = ? WHERE id = ?', [
        `R-${String(id).padStart(8, '0')}`,
        id,
      ])
      await sql.run('DELETE FROM receipt_numbers WHERE project_id = ?', [shop.projectId])
      for (const text of [before.sql, before.sql]) await sql.run(text)
    })
    const { id: opened } = await givenCheckout(shop) // by a process of the older release that is still running
    expect([open, ofAnother, opened]).to.deep.equal([open, ofAnother, opened].sort((one, two) => one - two))
    const { receipt_id: first } = await pay(shop)
    expect(first).to.be.greaterThan(opened)
    expect(await pay(shop)).to.include({ receipt_id: first! + 1 })
  })

  const cases: [count: number, number: string][] = [
    [1, 'R-000001'],
    [999_999, 'R-999999'],
    [1_000_000, 'R-1000000'],
  ]
  for (const [count, number] of cases)
    it(`is ${number} for ${count} and is parsed back`, () => {
      expect(receiptNumber(count)).to.equal(number)
      expect(receiptId(number)).to.equal(count)
    })

  it('is parsed if it comes from an older release or a rehearsal', () => {
    expect(receiptId('R-00001009')).to.equal(1009)
    expect(receiptId('REHEARSAL-3-1')).to.equal(null)
    expect(receiptId(null)).to.equal(null)
  })
})
