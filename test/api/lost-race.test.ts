import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

/** What the database says to a transaction that has lost a race. */
const LOST = {
  deadlock: "SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found when trying to get lock'",
  'unique index': "SET MYSQL_ERRNO = 1062, MESSAGE_TEXT = 'Duplicate entry for key customers_reference'",
}

/** Lets every row of a project lose its race, as if others were always faster. */
async function letLose(table: string, projectId: number, how: keyof typeof LOST): Promise<void> {
  const body = `IF NEW.project_id = ${projectId} THEN SIGNAL SQLSTATE '40001' ${LOST[how]}; END IF`
  await onConnection((sql) =>
    sql.run(`CREATE TRIGGER always_late BEFORE INSERT ON ${table} FOR EACH ROW ${body}`),
  )
}

describe('who loses a race each time', () => {
  afterEach(() => onConnection((sql) => sql.run('DROP TRIGGER IF EXISTS always_late')))

  for (const how of ['deadlock', 'unique index'] as const) {
    it(`is asked to come again: 503 with Retry-After, by a ${how}`, async () => {
      const shop = await givenMerchant()
      await letLose('customers', shop.projectId, how)
      for (const key of ['', 'lost-1']) {
        const post = shop.post('/customers', { client_reference_id: 'user-7' })
        const { status, body, headers } = await (key ? post.set('Idempotency-Key', key) : post)
        expect([status, body.code, headers['retry-after']], key).to.deep.equal([503, 'unavailable', '1'])
      }
    })
  }

  it('is asked to come again by a page too', async () => {
    const shop = await givenMerchant()
    const { customer } = await givenCheckout(shop)
    await letLose('payments', shop.projectId, 'deadlock')
    const { status, headers, text } = await customer.pay()
    expect([status, headers['retry-after']]).to.deep.equal([503, '1'])
    expect(text).to.contain('</html>')
  })
})
