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
    ['INV', 1, 'INV-0001', 'four digits at least'],
    ['INV', 9_999, 'INV-9999', 'the last of four'],
    ['INV', 10_000, 'INV-10000', 'it grows'],
    ['SHOP-26', 7, 'SHOP-26-0007', 'the prefix stays as it is'],
  ]
  for (const [prefix, sequence, number, because] of cases) {
    it(`is ${number}: ${because}`, () => {
      expect(invoiceNumber(prefix, sequence)).to.equal(number)
    })
  }

  it('begins with what the project says, and counts each mode by itself', async () => {
    const shop = await givenMerchant()
    const number = async (merchant: Merchant) =>
      (await merchant.post('/invoices', { amount: 5 })).body.data.number as string
    expect(await number(shop)).to.equal('INV-0001')
    await shop.patch('', { invoice_prefix: 'NU' }).expect(200)
    expect(await number(shop)).to.equal('NU-0002')
    await acceptTransfers(shop)
    expect(await number(shop.live)).to.equal('NU-0001')
  })

  it('leaves no gap and comes once, however many are made at once and however many are undone', async () => {
    const shop = await givenMerchant()
    const project = (await cachedProject(shop.projectId))!
    const undone = new Error('undone')
    const attempts = Array.from({ length: 60 }, (_, index) =>
      atomically(async (tx) => {
        await createInvoice(tx, { project, isTest: true }, new Submission({ amount: 5 }))
        if (index % 3 === 0) throw undone
      }).catch((error: unknown) => {
        if (error !== undone) throw error
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

  it('leaves no gap over HTTP, with requests among them that are refused', async () => {
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
