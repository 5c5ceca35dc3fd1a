import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { FEW } from '../../db/has-few.ts'
import { onConnection } from '../../db/sql.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

const idsOf = async (shop: Merchant, query: string) => {
  const { body } = await shop.get(`/invoices?${query}`).expect(200)
  return (body as { data: { id: number }[] }).data.map(({ id }) => id)
}

describe('GET /invoices?overdue=true', () => {
  it('lists only open invoices whose due date has passed, also when there are many', async () => {
    setClock(() => new Date('2026-08-12T00:00:00Z'))
    const shop = await givenMerchant()
    const { id: late } = await givenInvoice(shop, { due_date: '2026-08-14T00:00:00Z' })
    await givenInvoice(shop, { due_date: '2026-08-16T00:00:00Z' })
    await givenInvoice(shop, { due_date: '2026-08-14T00:00:00Z', auto_advance: false })
    const { id: gone } = await givenInvoice(shop, { due_date: '2026-08-14T00:00:00Z' })
    await shop.post(`/invoices/${gone}/void`).expect(200)
    setClock(() => new Date('2026-08-15T00:00:00Z'))
    expect(await idsOf(shop, 'overdue=true')).to.deep.equal([late])
    expect(await idsOf(shop, 'overdue=true&status=open')).to.deep.equal([late])
    expect(await idsOf(shop, 'overdue=true&status=void')).to.deep.equal([])
    expect(await idsOf(shop, 'overdue=false')).to.have.length(4)

    await onConnection((sql) =>
      sql.run(
        `INSERT INTO invoices (project_id, is_test, token, status, amount, currency, due_date, created_at, updated_at)
         SELECT project_id, is_test, token, 'open', 7, currency, due_date, created_at, updated_at
         FROM invoices, ${numbers(0, FEW)} WHERE id = ?`,
        [late],
      ),
    )
    const newest = await idsOf(shop, 'overdue=true&limit=5')
    expect(newest).to.deep.equal(newest.toSorted((one, other) => other - one))
    const { body } = await shop.get('/invoices?overdue=true&limit=5').expect(200)
    expect((body as { meta: { total: number } }).meta.total).to.equal(FEW + 2)
  })
})
