import { col, fn, IndexHints, Op } from 'sequelize'
import { DAY, later } from '../../../common/kit/time.ts'
import { Payment } from '../../../common/services/payments/payments-table.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { inTransaction } from './in-transaction.ts'
import type { Group } from './types.ts'

type Range = readonly [from: Date, until: Date]

/** Returns the last days, each from its beginning to its end. */
function days(count: number): Range[] {
  const now = new Date()
  return Array.from({ length: count }, (_, index) => [
    later(now, -(index + 1) * DAY),
    later(now, -index * DAY),
  ])
}

const SUM = `SELECT currency, COUNT(*) AS count, SUM(amount) AS amount FROM payments FORCE INDEX (payments_paid)
  WHERE project_id = ? AND is_test = ? AND test_clock_id IS NULL AND paid_at >= ? AND paid_at < ? GROUP BY currency`

const indexHints = [{ type: IndexHints.FORCE, values: ['payments_paid'] }]

/** Sums of several days in one statement, as the figures of the dashboard are counted. */
function sumsByRawSql({ project, isTest }: Scope, ranges: readonly Range[]): Promise<unknown> {
  return inTransaction(({ sql }) =>
    sql.rows(
      ranges.map((_, index) => `SELECT ${index} AS at, sum.* FROM (${SUM}) sum`).join(' UNION ALL '),
      ranges.flatMap((range) => [project.id, isTest, ...range]),
    ),
  )
}

function paidIn({ project, isTest }: Scope, [from, until]: Range) {
  return { projectId: project.id, isTest, testClockId: null, paidAt: { [Op.gte]: from, [Op.lt]: until } }
}

function sumByModel(scope: Scope, range: Range, { transaction }: ModelTx): Promise<unknown> {
  return Payment.findAll({
    transaction,
    attributes: ['currency', [fn('COUNT', col('*')), 'count'], [fn('SUM', col('amount')), 'amount']],
    where: paidIn(scope, range),
    group: ['currency'],
    indexHints,
  })
}

async function sumOfRows(scope: Scope, range: Range, { transaction }: ModelTx): Promise<number> {
  const rows = await Payment.findAll({
    transaction,
    attributes: ['currency', 'amount'],
    where: paidIn(scope, range),
    indexHints,
  })
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Does the work for each range, all in one transaction. */
function each(
  ranges: readonly Range[],
  work: (range: Range, tx: ModelTx) => Promise<unknown>,
): Promise<unknown> {
  return inTransaction(async (tx) => {
    for (const range of ranges) await work(range, tx)
  })
}

/** Sums of the payments of one day, and of ten. */
export const sums: readonly Group[] = [1, 10].map((count) => ({
  work: count === 1 ? 'the sum of a day' : `the sums of ${count} days`,
  times: count === 1 ? 50 : 10,
  ways: [
    { name: 'raw SQL', run: (scope) => sumsByRawSql(scope, days(count)) },
    {
      name: 'Model.findAll with fn',
      run: (scope) => each(days(count), (day, tx) => sumByModel(scope, day, tx)),
    },
    {
      name: 'the rows by Model.findAll',
      run: (scope) => each(days(count), (day, tx) => sumOfRows(scope, day, tx)),
    },
  ],
}))
