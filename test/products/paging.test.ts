import { expect } from 'chai'
import { countRows } from '../../db/count.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { statementsOf } from '../support/statements.ts'

/** Inserts many products directly: through the API it would take minutes. */
async function insertProducts(shop: Merchant, count: number): Promise<void> {
  const now = new Date()
  const rows = Array.from({ length: count }, (_, n) => [shop.projectId, true, `Tea ${n}`, now, now])
  await onConnection((sql) =>
    sql.run('INSERT INTO products (project_id, is_test, name, created_at, updated_at) VALUES ?', [rows]),
  )
}

async function pageOf(shop: Merchant, page: number) {
  const { body } = await shop.get(`/products?page=${page}`)
  return { meta: body.meta, names: body.data.map(({ name }: { name: string }) => name) as string[] }
}

describe('a list of more than 10 000 rows', () => {
  it('shows every row once, from either end, while rows are being added', async () => {
    const shop = await givenMerchant()
    await insertProducts(shop, 10_020)
    expect((await pageOf(shop, 1)).meta).to.include({ total: 10_020, last_page: 401 })
    expect((await pageOf(shop, 401)).names).to.have.length(20)
    await insertProducts(shop, 10)
    expect((await pageOf(shop, 1)).meta.total, 'what came since the count is counted').to.equal(10_030)
    const seen = new Set<string>()
    for (const page of [399, 400, 401, 402])
      for (const name of (await pageOf(shop, page)).names) seen.add(name)
    expect([...seen].slice(-5)).to.deep.equal(['Tea 4', 'Tea 3', 'Tea 2', 'Tea 1', 'Tea 0'])
    expect(seen.size).to.equal(25 + 25 + 25 + 5)
    const middle = [...(await pageOf(shop, 200)).names, ...(await pageOf(shop, 202)).names]
    expect((await pageOf(shop, 201)).names)
      .to.have.length(25)
      .and.not.include.members(middle)
    expect((await pageOf(shop, 403)).names).to.deep.equal([])
  })

  it('is counted whole once a minute, even if the condition changes with the time of the request', async () => {
    const shop = await givenMerchant()
    await insertProducts(shop, 10_020)
    const count = () =>
      onConnection((sql) =>
        countRows(sql, {
          table: 'products',
          conditions: [
            ['project_id = ?', shop.projectId],
            ['created_at <= ?', new Date()],
          ],
        }),
      )
    expect(await count()).to.equal(10_020)
    const statements = await statementsOf(async () => expect(await count()).to.equal(10_020))
    expect(statements.filter((text) => !text.includes('id > '))).to.deep.equal([])
  })
})
