import { expect } from 'chai'
import { isBusy } from '../../api/busy.ts'
import { type ListQuery, pageOf } from '../../db/page.ts'
import { besideTransactions, inSnapshot, onConnection } from '../../db/sql.ts'
import { givenJune } from '../support/given/club.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { statementsOf } from '../support/statements.ts'

describe('the response to a GET', () => {
  it('shows one moment, though a row changes between two of its statements', async () => {
    const shop = await givenMerchant()
    const id = (await shop.post('/products', { name: 'Tea' }).expect(201)).body.data.id as number
    const parts: ListQuery[] = [{}, { page: 1 }, { before: id + 1 }, { after: id - 1 }]
    for (const part of parts) {
      const listing = { table: 'products', conditions: [['project_id = ?', shop.projectId]] as const }
      const { items } = await onConnection((sql) =>
        pageOf(sql, listing, part, async (ids) => {
          await shop.patch(`/products/${id}`, { name: `Coffee ${JSON.stringify(part)}` }).expect(200)
          return sql.rows<{ id: number; name: string }>('SELECT id, name FROM products WHERE id IN (?)', [
            ids,
          ])
        }),
      )
      expect(items[0]?.name, JSON.stringify(part)).not.to.equal(`Coffee ${JSON.stringify(part)}`)
      expect(items).to.have.length(1)
    }
    await shop.patch(`/products/${id}`, { name: 'Tea' }).expect(200) // fails if the list left a lock behind
  })

  it('is retryable if a migration altered the table meanwhile', async () => {
    const run = (text: string) => besideTransactions((sql) => sql.run(text))
    await run('CREATE TABLE altered (id INT PRIMARY KEY)')
    try {
      const read = inSnapshot(async (sql) => {
        await run('ALTER TABLE altered ADD COLUMN name INT, ALGORITHM = COPY')
        return sql.rows('SELECT * FROM altered')
      })
      const error = await read.catch((thrown: unknown) => thrown)
      expect(error).to.include({ errno: 1412 })
      expect(isBusy(error)).to.equal(true)
    } finally {
      await run('DROP TABLE altered')
    }
  })

  it('is read in one snapshot if it takes several statements', async () => {
    const club = await givenJune()
    const { shop } = club
    await shop.post('/webhook-endpoints', { url: 'https://shop.example.org/hooks' }).expect(201)
    const { id } = await club.buy('basic')
    await shop.post('/invoices', { amount: 1_000 }).expect(201)
    await shop.post('/promotion-codes', { code: 'SPRING', type: 'order_total', percent_off: 10 }).expect(201)
    const delivery = (await shop.get('/webhook-deliveries').expect(200)).body.data[0].id as number
    const last = 10 ** 15 - 1 // the greatest id that a query accepts
    const gets = [
      ...[
        `checkouts?before=${last}`,
        'subscriptions',
        'payments',
        'invoices',
        'products',
        'prices',
        'promotion-codes',
      ],
      ...[
        'customers',
        'webhook-endpoints',
        'webhook-deliveries',
        'checkouts?after=0',
        `payments?before=${last}`,
      ],
      ...[`customers/${club.customerId}`, `webhook-deliveries/${delivery}`, `subscriptions/${id}/timeline`],
    ]
    for (const path of gets) {
      const statements = await statementsOf(() => shop.get(`/${path}`).expect(200))
      const begin = statements.findIndex((text) =>
        text.startsWith('START TRANSACTION WITH CONSISTENT SNAPSHOT'),
      )
      const inside = statements.slice(begin + 1, statements.lastIndexOf('COMMIT'))
      expect(begin, `${path}: ${statements.join('\n')}`).to.be.at.least(0)
      expect(inside.length, path).to.be.at.least(2)
    }
  })
})
