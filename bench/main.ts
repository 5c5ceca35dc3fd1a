import { once } from 'node:events'
import { readCommandLine } from './options.ts'
import { parts, special } from './parts.ts'
import type { FilledShop } from './parts/types.ts'
import { compareWith } from './report/check.ts'
import { drawGrowth } from './report/plot.ts'
import { readResults, type Results, stored, writeResults } from './report/results.ts'
import { table } from './report/table.ts'
import type { PartResult } from './result.ts'
import { endChildren, nextMessage, run } from './run/children.ts'
import { createDatabases } from './run/databases.ts'
import { log } from './run/progress.ts'

/** Measures the named parts, or all. Prints the table and stores the results. `bin/bench` runs it. */
async function main(): Promise<void> {
  const [first = '', ...rest] = process.argv.slice(2)
  if (first in special) return runSpecial(first, rest)
  const { parts: named, check, ...options } = readCommandLine(process.argv.slice(2))
  const unknown = named.find((name) => !(name in parts))
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'.\n\n${describeParts()}`)
  const results: Results = {}
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    log(`\n${name}: ${parts[name]!.about}`)
    const filled = []
    for (const rows of parts[name]!.filled ?? []) filled.push(await filledShop(rows))
    const child = run('bench/part.js', {
      args: [name, JSON.stringify({ options, filled })],
      env: { ...(await createDatabases(name)) },
    })
    const ended = once(child, 'exit')
    const result = await nextMessage<PartResult>(child)
    await ended
    results[name] = stored(result, options)
    if (!check) writeResults({ [name]: results[name] })
  }
  console.log(table(results))
  const points = results.growth?.growth
  if (points && !check) drawGrowth(points)
  if (check && !compareWith(readResults(), results)) process.exitCode = 1
}

const filledShops = new Map<number, FilledShop>()

/** Returns a shop with this many checkouts, which several parts may share. */
async function filledShop(rows: number): Promise<FilledShop> {
  const known = filledShops.get(rows)
  if (known) return known
  const databases = await createDatabases(`rows_${rows}`)
  const child = run('bench/fill/main.js', { args: [`${rows}`], env: { ...databases } })
  const filled = { ...databases, rows, ...(await nextMessage<Pick<FilledShop, 'shop' | 'firstId'>>(child)) }
  filledShops.set(rows, filled)
  return filled
}

async function runSpecial(name: string, args: string[]): Promise<void> {
  const child = run(`bench/special/${name}.js`, { args, env: { ...(await createDatabases(name)) } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}

function describeParts(): string {
  const lines = [
    ...Object.entries(parts).map(([name, { about }]) => [name, about]),
    ...Object.entries(special),
  ]
  return lines.map(([name, about]) => `  ${name!.padEnd(12)} ${about}`).join('\n')
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await endChildren()
}
