import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { findCandidates } from '../../common/services/statements/find-candidates.ts'
import { onConnection } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { countingReads } from '../support/rows-read.ts'
import { statementsOf } from '../support/statements.ts'

const NEVER = "'2099-01-01'"
const STAMPS = `${NEVER}, ${NEVER}`

/** The references of first attempts. A statement of many lines is looked up with 1,000 references at a time. */
const REFERENCES = Array.from({ length: 1_000 }, (_, index) => String(100_007 + 7 * index))

/** Returns statements that insert orders of a shop whose customers paid by a transfer at the second attempt. */
function orders(project: number, [first, last]: readonly [number, number]): string[] {
  const owner = `${project}, 1`
  const payments = `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency,
    reference, created_at, updated_at)`
  return [
    `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total, is_guest,
         client_reference_id, expires_at, created_at, updated_at)
       SELECT ${owner}, 'token', 'complete', 'payment', 'MNT', 5, 5, 1, seq, ${NEVER}, ${STAMPS} FROM ${numbers(first, last)}`,
    ...['failed', 'paid'].map(
      (status, attempt) => `${payments}
       SELECT ${owner}, 'checkout', id, 'bank_transfer', '${status}', 5, 'MNT',
         100000 + (client_reference_id + ${attempt * 450_000}) MOD 900000, ${STAMPS}
       FROM checkouts WHERE project_id = ${project}`,
    ),
    `INSERT INTO deposits (project_id, is_test, payment_id, amount, entered_by, created_at)
       SELECT ${owner}, id, 5, 'api', ${NEVER} FROM payments WHERE project_id = ${project} AND status = 'paid'`,
    `INSERT INTO statement_lines (project_id, is_test, line_hash, payment_id, amount, created_at)
       SELECT ${owner}, UNHEX(SHA2(id, 256)), id, 5, ${NEVER} FROM payments
       WHERE project_id = ${project} AND status = 'paid'`,
  ]
}

/** The tables of the statements, in their order. */
const TABLES = ['payments', 'deposits', 'statement_lines']
/** Lists of values, and tables that have no row here. Their steps, and the step that joins a list, use no index. */
const FEW = /^(<.*>|clock|invoice)$/

describe('finding the payments of a statement, among 60,000', () => {
  it('reads only the payments of its references and of their orders', async () => {
    const shop = await givenMerchant()
    const other = await givenMerchant()
    await onConnection(async (sql) => {
      for (const statement of [
        ...orders(shop.projectId, [1, 20_000]),
        ...orders(other.projectId, [20_001, 30_000]),
      ])
        await sql.run(statement)
      await sql.rows('ANALYZE TABLE checkouts, payments, deposits, statement_lines')
    })
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const find = () => onConnection((sql) => findCandidates(sql, scope, REFERENCES, new Date()))
    const candidates = await find()
    expect(candidates).to.have.lengthOf(REFERENCES.length)

    const selects = await statementsOf(find)
    expect(selects.map((text) => /FROM (\w+)(?: payment\b| WHERE)/.exec(text)?.[1])).to.deep.equal(TABLES)
    const plans = await Promise.all(selects.map((select) => explain(select)))
    const known = plans.flat().filter(({ table }) => table !== null && !FEW.test(table))
    expect(known.map(({ table, key }) => [table, key])).to.have.deep.members([
      ['payment', 'payments_by_reference'],
      ['checkout', 'PRIMARY'],
      ['other', 'payments_payable'],
      ['deposits', 'deposits_entry'],
      ['statement_lines', 'statement_lines_payment'],
    ])
    expect(known.filter(({ type }) => type === 'ALL' || type === 'index')).to.deep.equal([])
    // Part of this index alone would read all payments of checkouts for each reference, which no counter of reads shows.
    expect(Number(known.find(({ table }) => table === 'other')!.rows)).to.be.below(10)
    for (const [index, select] of selects.entries()) {
      const [, read] = await countingReads((sql) => sql.rows(select))
      expect(read, TABLES[index]).to.be.below(10 * REFERENCES.length)
    }
  })
})
