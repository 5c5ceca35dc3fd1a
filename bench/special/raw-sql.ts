import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { closeQueues } from '../../common/runtime/queues.ts'
import { closeDatabase } from '../../db/connection.ts'
import { databaseTime } from '../run/database-time.ts'
import { log } from '../run/progress.ts'
import { decides } from './raw-sql/decides.ts'
import { fill } from './raw-sql/fill.ts'
import { many } from './raw-sql/many.ts'
import { pay } from './raw-sql/pay.ts'
import { sums } from './raw-sql/sums.ts'
import type { Group, Way } from './raw-sql/types.ts'

/**
 * Compares raw SQL with models: the same work in turns, on one connection of one process, so that other load on the machine
 * affects all of them. `npm run bench -- raw-sql` runs it. Its ratios are in docs/performance.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
})
const ROUNDS = Number(values.rounds)
const GROUPS: Record<string, readonly Group[]> = { many, decides, sums, pay }

/** The measured turns of one way. */
interface Measured {
  way: Way
  /** The time of each turn. */
  times: number[]
  /** Processor time of all turns. */
  here: number
  database: number
}

async function main(): Promise<void> {
  const shop = await fill()
  log(`The rows exist. Load of the machine: ${load()}`)
  console.log('| work | way | ms | ÷ raw SQL | CPU here | CPU database | CPU ÷ raw SQL |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
  const names = positionals.length > 0 ? positionals : Object.keys(GROUPS)
  for (const group of names.flatMap((name) => GROUPS[name] ?? [])) await compare(group, shop)
  log(`Load of the machine: ${load()}`)
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')
}

/** Measures the ways of a group in turns, each round in another order. The first way is raw SQL. */
async function compare({ work, ways, times }: Group, shop: Parameters<Way['run']>[0]): Promise<void> {
  const all = ways.map((way): Measured => ({ way, times: [], here: 0, database: 0 }))
  for (const { way } of all) for (let count = 1; count <= times; count += 1) await way.run(shop, -count)
  let number = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (let place = 0; place < all.length; place += 1) {
      const one = all[(round + place) % all.length]!
      const [cpu, databaseCpu, startedAt] = [process.cpuUsage(), databaseTime(), performance.now()]
      for (let count = 0; count < times; count += 1) await one.way.run(shop, (number += 1))
      one.times.push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(cpu)
      one.here += (user + system) / 1_000
      one.database += databaseTime() - databaseCpu
    }
  const [raw] = all
  for (const one of all) {
    const ratios = one.times.map((time, round) => time / raw!.times[round]!)
    const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
    const each = (time: number) => (time / times / ROUNDS).toFixed(2)
    const cells = [work, one.way.name, (quantile(one.times, 0.5) / times).toFixed(2)]
    const cpu = (one.here + one.database) / (raw!.here + raw!.database)
    cells.push(one === raw ? '1' : `${middle} (${low}–${high})`, each(one.here), each(one.database))
    console.log(`| ${[...cells, cpu.toFixed(2)].join(' | ')} |`)
  }
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.round((sorted.length - 1) * share)]!
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await closeQueues()
  await closeDatabase()
}
