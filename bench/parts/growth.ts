import mysql from 'mysql2/promise'
import { type Options } from '../options.ts'
import { median, type Point, type Row } from '../result.ts'
import { type Contender, startWeb } from '../run/children.ts'
import { measurePairs } from '../run/pairs.ts'
import { type RequestSpec, sendLoad } from '../run/send-load.ts'
import { createRequest, listRequest, retrieveRequest } from './requests.ts'
import type { FilledShop, Part } from './types.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const
const WARM_UP_SECONDS = 2
/** The number of different checkouts that are retrieved. */
const RETRIEVED = 4_000

interface RunningShop extends FilledShop {
  service: Contender
}

const kinds: Readonly<Record<string, (filled: FilledShop) => RequestSpec>> = {
  create: ({ shop }) => createRequest(shop, true),
  retrieve: ({ shop, rows, firstId }) =>
    retrieveRequest(
      shop,
      Array.from({ length: RETRIEVED }, () => firstId + Math.floor(Math.random() * rows)),
    ),
  list: ({ shop }) => listRequest(shop),
}

/** Compares the service with itself: many rows with few rows. There is no other floor. */
export const growth: Part = {
  about: 'create, retrieve and list with 10 000, 100 000 and a million checkouts',
  filled: SIZES,
  async run(options, filled) {
    const grown: RunningShop[] = []
    for (const one of filled) {
      const { DATABASE_URL, REDIS_URL } = one
      grown.push({ ...one, service: await startWeb('service', { env: { DATABASE_URL, REDIS_URL } }) })
    }
    const rows: Row[] = []
    const points: Point[] = grown.map(({ rows: count }) => ({ rows: count, perSecond: {} }))
    for (const kind of Object.keys(kinds)) rows.push(await compare(kind, options, grown, points))
    return { rows, growth: points }
  },
}

async function compare(kind: string, options: Options, grown: RunningShop[], points: Point[]): Promise<Row> {
  const requests = new Map(grown.map((one) => [one, kinds[kind]!(one)]))
  const { connections, seconds } = options
  const measure = async (one: RunningShop) => {
    const { side } = await sendLoad(one.service, { ...requests.get(one)!, connections, seconds })
    if (kind === 'create') await deleteExtraRows(one)
    return side
  }
  for (const one of grown)
    await sendLoad(one.service, { ...requests.get(one)!, connections, seconds: WARM_UP_SECONDS })
  const [few, some, many] = grown as [RunningShop, RunningShop, RunningShop]
  const row = { measure: `1 M rows against 10 k: ${kind}`, bar: 0.95, goal: 0.95 }
  const measured = await measurePairs(
    row.measure,
    options,
    () => measure(few),
    () => measure(many),
  )
  const between = (await measure(some)).value
  points[0]!.perSecond[kind] = median(measured.pairs.map(({ floor }) => floor.value))
  points[1]!.perSecond[kind] = between
  points[2]!.perSecond[kind] = median(measured.pairs.map(({ service }) => service.value))
  return {
    ...row,
    unit: 'ratio',
    of: 'requests/s',
    better: 'higher',
    ...measured,
    note: 'floor: the service with 10 k',
  }
}

/** Deletes the checkouts created in a measurement, so that each measurement starts with the same number of rows. */
async function deleteExtraRows({ DATABASE_URL, rows, firstId }: FilledShop): Promise<void> {
  const last = firstId + rows - 1
  const connection = await mysql.createConnection({ uri: DATABASE_URL })
  try {
    await connection.query('DELETE FROM checkouts WHERE id > ?', [last])
    await connection.query('DELETE FROM checkout_items WHERE checkout_id > ?', [last])
    await connection.query('DELETE FROM timers WHERE subject_id > ?', [last])
    await connection.query('DELETE FROM idempotency_keys')
  } finally {
    await connection.end()
  }
}
