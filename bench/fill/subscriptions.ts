import type { ResultSetHeader } from 'mysql2'
import { DAY, later } from '../../common/kit/time.ts'

type Cell = string | number | boolean | Date | null
type Run = (text: string, values: readonly unknown[]) => Promise<Pick<ResultSetHeader, 'insertId'>>

const BATCH_SIZE = 1_000

/**
 * Inserts `count` monthly subscriptions, each with its own customer, whose paid period ends within one second of `endsAt`.
 * The scanner finds them when they are due. It inserts rows directly, because paying that often would take too long. `step` is
 * the server's `auto_increment_increment`: a Galera node gives every third id.
 */
export async function seedEnding(
  run: Run,
  projectId: number,
  count: number,
  endsAt: Date,
  onProgress: (rows: number) => void = () => undefined,
  step = 1,
): Promise<void> {
  const insert = async (table: string, size: number, row: (index: number) => Record<string, Cell>) => {
    const first = await insertAll(run, table, size, row)
    return Array.from({ length: size }, (_, index) => first + index * step)
  }
  const startsAt = later(endsAt, -30 * DAY)
  const common = { project_id: projectId, is_test: true }
  const stamps = { created_at: startsAt, updated_at: startsAt }
  const [product_id] = await insert('products', 1, () => ({ ...common, name: 'Club', ...stamps }))
  const recurring = { recurring_interval: 'month', recurring_interval_count: 1 }
  const [price_id] = await insert('prices', 1, () => ({
    ...{
      ...common,
      product_id: product_id!,
      type: 'recurring',
      unit_amount: 30_000,
      ...recurring,
      ...stamps,
    },
  }))
  for (let done = 0; done < count; done += BATCH_SIZE) {
    const size = Math.min(BATCH_SIZE, count - done)
    const end = (index: number) => later(endsAt, (done + index) % 1_000)
    const customers = await insert('customers', size, (index) => ({
      ...{ ...common, email: `c${done + index}@example.com`, ...stamps },
    }))
    const subscriptions = await insert('subscriptions', size, (index) => ({
      ...{ ...common, customer_id: customers[index]!, product_id: product_id!, price_id: price_id! },
      ...{ status: 'active', current_period_start: startsAt, current_period_end: end(index) },
      ...{
        anchor_day: startsAt.toISOString().slice(0, 10),
        anchor_months: 1,
        reminded_until: endsAt,
        ...stamps,
      },
    }))
    await insert('segments', size, (index) => ({
      ...{
        project_id: projectId,
        subscription_id: subscriptions[index]!,
        checkout_id: subscriptions[index]!,
      },
      ...{
        price_id: price_id!,
        value: 0, // no payment is inserted
        starts_at: startsAt,
        ends_at: end(index),
        created_at: startsAt,
      },
    }))
    await insert('holds', size, (index) => ({
      ...{ ...common, customer_id: customers[index]!, product_id: product_id! },
      subscription_id: subscriptions[index]!,
    }))
    await insert('timers', size, (index) => ({
      ...{ project_id: projectId, kind: 'subscription.step', subject_id: subscriptions[index]! },
      due_at: end(index),
    }))
    onProgress(done + size)
  }
}

/** Inserts rows in one statement and returns the first id. */
async function insertAll(
  run: Run,
  table: string,
  size: number,
  row: (index: number) => Record<string, Cell>,
): Promise<number> {
  const rows = Array.from({ length: size }, (_, index) => row(index))
  const columns = Object.keys(rows[0]!).join(', ')
  const values = [rows.map((each) => Object.values(each))]
  const { insertId } = await run(`INSERT INTO ${table} (${columns}) VALUES ?`, values)
  return insertId
}
