import { type Options } from '../options.ts'
import type { Point, Row } from '../result.ts'
import { type Contender, startWeb } from '../run/children.ts'
import { type Asked, fire } from '../run/fire.ts'
import { inPairs } from '../run/pairs.ts'
import { creating, listing, retrieving } from './asked.ts'
import type { Filled, Part } from './part.ts'
import { takeBack } from './take-back.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const
/** Seconds. */
const WARM_UP = 2
/** How many checkouts are retrieved. */
const KNOWN = 4_000

interface Grown extends Filled {
  service: Contender
}

const kinds: Readonly<Record<string, (filled: Filled) => Asked>> = {
  create: ({ shop }) => creating(shop, true),
  retrieve: ({ shop, rows }) =>
    retrieving(
      shop,
      Array.from({ length: KNOWN }, () => 1 + Math.floor(Math.random() * rows)),
    ),
  list: ({ shop }) => listing(shop),
}

/** The service alone: what it does with many rows over what it does with few. */
export const growth: Part = {
  about: 'create, retrieve and list among 10 000, 100 000 and a million checkouts',
  filled: SIZES,
  async run(options, filled) {
    const grown: Grown[] = []
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

async function compare(kind: string, options: Options, grown: Grown[], points: Point[]): Promise<Row> {
  const asked = new Map(grown.map((one) => [one, kinds[kind]!(one)]))
  const { connections, seconds } = options
  const measure = async (one: Grown) => {
    const { side } = await fire(one.service, { ...asked.get(one)!, connections, seconds })
    if (kind === 'create') await takeBack(one)
    return side
  }
  for (const one of grown) await fire(one.service, { ...asked.get(one)!, connections, seconds: WARM_UP })
  const [few, some, many] = grown as [Grown, Grown, Grown]
  const words = { measure: `1 M rows against 10 k: ${kind}`, bar: 0.95, goal: 0.95 }
  const measured = await inPairs(
    words.measure,
    options,
    () => measure(few),
    () => measure(many),
  )
  const between = (await measure(some)).value
  const at = {
    0: measured.pairs.map(({ floor }) => floor.value),
    2: measured.pairs.map((pair) => pair.service.value),
  }
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  points[0]!.perSecond[kind] = middle(at[0])
  points[1]!.perSecond[kind] = between
  points[2]!.perSecond[kind] = middle(at[2])
  return {
    ...words,
    unit: 'ratio',
    of: 'requests/s',
    better: 'higher',
    ...measured,
    note: 'floor: the service with 10 k',
  }
}
