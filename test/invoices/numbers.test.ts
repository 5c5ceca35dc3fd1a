import { expect } from 'chai'
import { invoiceNumber } from '../../common/domain/invoices/finalize.ts'
import { Submission } from '../../common/kit/submission.ts'
import { createInvoice } from '../../common/services/invoices/create.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { acceptTransfers } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

describe('the number of an invoice', () => {
  const cases: [prefix: string, sequence: number, number: string, because: string][] = [
    ['INV', 1, 'INV-0001', 'at least four digits'],
    ['INV', 9_999, 'INV-9999', 'the last number with four digits'],
    ['INV', 10_000, 'INV-10000', 'five digits after 9999'],
    ['SHOP-26', 7, 'SHOP-26-0007', 'the prefix is unchanged'],
  ]
  for (const [prefix, sequence, number, because] of cases) {
    it(`is ${number}: ${because}`, () => {
      expect(invoiceNumber(prefix, sequence)).to.equal(number)
    })
  }

  it('begins with the prefix of the project and is counted per mode', async () => {
    const shop = await givenMerchant()
    const number = async (merchant: Merchant) =>
      (await merchant.post('/invoices', { amount: 5 })).body.data.number as string
    expect(await number(shop)).to.equal('INV-0001')
    await shop.patch('', { invoice_prefix: 'NU' }).expect(200)
    expect(await number(shop)).to.equal('NU-0002')
    await acceptTransfers(shop)
    expect(await number(shop.live)).to.equal('NU-0001')
  })

  it('has no gap and no duplicate when 60 are created at once and every third transaction rolls back', async () => {
    const shop = await givenMerchant()
    const project = (await cachedProject(shop.projectId))!
    const rollback = new Error('rolled back')
    const attempts = Array.from({ length: 60 }, (_, index) =>
      atomically(async (tx) => {
        await createInvoice(tx, { project, isTest: true }, new Submission({ amount: 5 }))
        if (index % 3 === 0) throw rollback
      }).catch((error: unknown) => {
        if (error !== rollback) throw error
      }),
    )
    await Promise.all(attempts)
    const rows = await onConnection((sql) =>
      sql.rows<{ sequence: number; number: string }>(
        'SELECT sequence, number FROM invoices WHERE project_id = ? ORDER BY sequence',
        [shop.projectId],
      ),
    )
    const expected = Array.from({ length: 40 }, (_, index) => index + 1)
    expect(rows.map(({ sequence }) => sequence)).to.deep.equal(expected)
    expect(rows.map(({ number }) => number)).to.deep.equal(expected.map((n) => invoiceNumber('INV', n)))
  })

  it('has no gap when every fourth of 60 simultaneous requests is rejected', async () => {
    const shop = await givenMerchant()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        shop.post('/invoices', { amount: 5, ...(index % 4 === 0 && { customer_id: 999_999 }) }),
      ),
    )
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data.number as string)
    const expected = Array.from({ length: 45 }, (_, index) => invoiceNumber('INV', index + 1))
    expect(numbers.sort()).to.deep.equal(expected)
  })
})
