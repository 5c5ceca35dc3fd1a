import { once } from 'node:events'
import type { Shop } from './fill/shop.ts'
import { readCommandLine } from './options.ts'
import { parts, special } from './parts.ts'
import type { Filled } from './parts/part.ts'
import { compareWith } from './report/check.ts'
import { drawGrowth } from './report/plot.ts'
import { readResults, type Results, stored, writeResults } from './report/results.ts'
import { table } from './report/table.ts'
import type { PartResult } from './result.ts'
import { openArea } from './run/area.ts'
import { answerOf, endChildren, run } from './run/children.ts'
import { say } from './run/say.ts'

/** Measures the parts that are named, or all; prints the table and keeps it. `bin/bench` runs it. */
async function main(): Promise<void> {
  const [first = '', ...rest] = process.argv.slice(2)
  if (first in special) return runSpecial(first, rest)
  const { parts: named, check, ...options } = readCommandLine(process.argv.slice(2))
  const unknown = named.find((name) => !(name in parts))
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'.\n\n${describeParts()}`)
  const results: Results = {}
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    say(`\n${name}: ${parts[name]!.about}`)
    const filled = []
    for (const rows of parts[name]!.filled ?? []) filled.push(await fillOnce(rows))
    const child = run('bench/part.js', {
      args: [name, JSON.stringify({ options, filled })],
      env: { ...(await openArea(name)) },
    })
    const ended = once(child, 'exit')
    const result = await answerOf<PartResult>(child)
    await ended
    results[name] = stored(result, options)
    if (!check) writeResults({ [name]: results[name] })
  }
  console.log(table(results))
  const grown = results.growth?.growth
  if (grown && !check) drawGrowth(grown)
  if (check && !compareWith(readResults(), results)) process.exitCode = 1
}

const filledBefore = new Map<number, Filled>()

/** A shop with so many checkouts, which several parts may look at. */
async function fillOnce(rows: number): Promise<Filled> {
  const known = filledBefore.get(rows)
  if (known) return known
  const area = await openArea(`rows_${rows}`)
  const child = run('bench/fill/main.js', { args: [`${rows}`], env: { ...area } })
  const filled = { ...area, rows, shop: await answerOf<Shop>(child) }
  filledBefore.set(rows, filled)
  return filled
}

async function runSpecial(name: string, args: string[]): Promise<void> {
  const child = run(`bench/special/${name}.js`, { args, env: { ...(await openArea(name)) } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}

function describeParts(): string {
  const told = [
    ...Object.entries(parts).map(([name, { about }]) => [name, about]),
    ...Object.entries(special),
  ]
  return told.map(([name, about]) => `  ${name!.padEnd(12)} ${about}`).join('\n')
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await endChildren()
}
