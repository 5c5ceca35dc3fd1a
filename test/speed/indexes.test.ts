import { expect } from 'chai'
import { dueEmails } from '../../common/emails/due-emails.ts'
import { dueCopies } from '../../common/images/due-copies.ts'
import { dueTimers } from '../../common/timers/due-timers.ts'
import { config } from '../../common/runtime/config.ts'
import { dueDeliveries } from '../../common/webhooks/due-deliveries.ts'
import { findDue } from '../../common/webhooks/lease.ts'
import { read } from '../../db/sql.ts'
import { givenMerchant } from '../support/given.ts'
import type { Merchant } from '../support/given.ts'
import { statementsOf } from '../support/statements.ts'

const NEVER = "'2099-01-01'"
const STAMPS = `${NEVER}, ${NEVER}`

/**
 * Rows of a shop that has been busy for long, numbered by one of MariaDB's own tables of numbers: with few of
 * them, or with a shop that has nearly all, the server rightly reads a table from end to end.
 */
function busyYears(project: number, numbers: `seq_${number}_to_${number}`): string[] {
  const owner = `${project}, 1`
  return [
    `INSERT INTO products (project_id, is_test, name, created_at, updated_at) SELECT ${owner}, 'Tea', ${STAMPS} FROM ${numbers}`,
    `INSERT INTO prices (project_id, is_test, product_id, type, unit_amount, lookup_key, created_at, updated_at)
       SELECT ${owner}, seq, 'one_time', 5, CONCAT('key-', seq), ${STAMPS} FROM ${numbers}`,
    `INSERT INTO customers (project_id, is_test, email, email_key, client_reference_id, created_at, updated_at)
       SELECT ${owner}, CONCAT(seq, '@example.com'), CONCAT(seq, '@example.com'), seq, ${STAMPS} FROM ${numbers}`,
    `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total, is_guest,
         customer_id, client_reference_id, expires_at, created_at, updated_at)
       SELECT ${owner}, 'token', 'complete', 'payment', 'MNT', 5, 5, 1, seq, seq, ${NEVER}, ${STAMPS} FROM ${numbers}`,
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, quantity, unit_amount, amount_subtotal,
         amount_total) SELECT ${project}, seq, seq, seq, 'Tea', 1, 5, 5, 5 FROM ${numbers}`,
    `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency, created_at,
         updated_at) SELECT ${owner}, 'checkout', seq, 'test', 'paid', 5, 'MNT', ${STAMPS} FROM ${numbers}`,
    `INSERT INTO timers (project_id, kind, subject_id, due_at, armed_until)
       SELECT ${project}, 'checkout.expire', 1000000 + seq, ${NEVER}, ${NEVER} FROM ${numbers}`,
    `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
       SELECT ${owner}, 'checkout.completed', 'checkout', 1000000 + seq, 1, 'null', ${NEVER} FROM ${numbers}`,
    `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at,
         updated_at) SELECT ${owner}, 1000000 + seq MOD 3, seq, 'test', 'succeeded', NULL, ${STAMPS} FROM ${numbers}`,
    `INSERT INTO webhook_attempts (project_id, delivery_id, attempted_at, duration_ms)
       SELECT ${project}, seq, ${NEVER}, 5 FROM ${numbers}`,
    `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, created_at, updated_at)
       SELECT ${owner}, 'receipt', CONCAT('many-', seq), 'a@example.com', 'en', '{}', 'sent', ${STAMPS} FROM ${numbers}`,
    `INSERT INTO image_copies (project_id, is_test, subject, subject_id, url, asked, status, created_at, updated_at)
       SELECT ${owner}, 'product', 1000000 + seq, 'https://x.mn/', 1, 'copied', ${STAMPS} FROM ${numbers}`,
  ]
}

const TABLES =
  'products prices customers checkouts checkout_items payments timers events webhook_deliveries webhook_attempts emails image_copies'

interface Step {
  table: string
  /** 'ALL' reads the table, 'index' an index, from end to end. */
  type: string | null
}

/** Results of a subquery; and the endpoints, of which an installation has few, each asked for its due deliveries. */
const DERIVED_OR_FEW = /^(<.*>|endpoint|some)$/

/** The tables that a statement reads from end to end. */
async function scannedBy(statement: string): Promise<string[]> {
  const steps = await read((sql) => sql.rows<Step>(`EXPLAIN ${statement}`))
  return steps
    .filter(({ type }) => type === 'ALL' || type === 'index')
    .map(({ table }) => table)
    .filter((table) => !DERIVED_OR_FEW.test(table))
}

describe('the queries that run often', () => {
  let shop: Merchant
  before(async () => {
    config().smtpUrl = 'smtp://127.0.0.1:1' // without a mail server nobody looks for letters; none is sent here
    shop = await givenMerchant()
    await read(async (sql) => {
      const other = await givenMerchant()
      const years = [
        ...busyYears(shop.projectId, 'seq_1_to_400'),
        ...busyYears(other.projectId, 'seq_401_to_3400'),
      ]
      for (const statement of years) await sql.run(statement)
      await sql.rows(`ANALYZE TABLE ${TABLES.split(' ').join(', ')}`)
    })
  })

  after(() => {
    config().smtpUrl = null
  })

  const now = new Date()
  const looks: [what: string, work: () => Promise<unknown>][] = [
    ['retrieving a checkout', () => shop.get('/checkouts/77')],
    ['listing checkouts', () => shop.get('/checkouts')],
    ['listing checkouts of a status', () => shop.get('/checkouts?status=complete')],
    ['listing checkouts of a customer', () => shop.get('/checkouts?customer_id=77')],
    ['listing checkouts of a reference', () => shop.get('/checkouts?client_reference_id=77')],
    ['listing payments', () => shop.get('/payments?status=paid')],
    ['listing payments of a checkout', () => shop.get('/payments?checkout_id=77')],
    ['listing customers by email', () => shop.get('/customers?email=77@example.com')],
    ['finding a customer by reference', () => shop.get('/customers/by-client-reference-id/77')],
    ['listing prices', () => shop.get('/prices')],
    ['listing products', () => shop.get('/products')],
    ['listing events', () => shop.get('/events?type=checkout.completed')],
    ['listing deliveries', () => shop.get('/webhook-deliveries')],
    ['looking for due timers', () => read((sql) => dueTimers(sql, now))],
    ['looking for due letters', () => read((sql) => dueEmails(sql, now))],
    ['looking for due pictures', () => read((sql) => dueCopies(sql, now))],
    ['looking for due deliveries', () => read((sql) => dueDeliveries(sql, now))],
    ["draining an endpoint's deliveries", () => read((sql) => findDue(sql, 1_000_001, now, 10))],
  ]

  for (const [what, work] of looks) {
    it(`use an index for ${what}`, async () => {
      const selects = (await statementsOf(work)).filter((text) => /^\(?SELECT/.test(text))
      expect(selects).to.not.be.empty
      for (const select of selects) expect(await scannedBy(select), select).to.be.empty
    })
  }
})
