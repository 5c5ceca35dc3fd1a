import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDatabase } from '../db/connection.ts'
import {
  type Contender,
  processorTime,
  startFloor,
  startLoad,
  startService,
  stopChildren,
} from './children.ts'
import type { Load, Measured } from './load.ts'
import { machine, median, type PathResult, type Side, table } from './report.ts'
import { checkSameRows, openShop, type Shop, someCheckouts } from './seed.ts'
import { BODY } from './typical.ts'

/**
 * Measures creating and retrieving checkouts against the least they can cost. The two servers take
 * turns, pair by pair, so that whatever else the machine does falls on both. `bin/bench` runs it.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    /** A folder for V8's profile of the service, read with Chrome's developer tools. */
    profile: { type: 'string' },
  },
})

const PAIRS = bounded(values.pairs, 1, 50)
const SECONDS = bounded(values.seconds, 1, 60)
const CONNECTIONS = bounded(values.connections, 1, 500)
const WARM_UP_REQUESTS = 4_000

function bounded(text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Error(`'${text}' must be a whole number from ${least} to ${most}`)
}

function say(line: string): void {
  if (values.json) process.stderr.write(`${line}\n`)
  else console.log(line)
}

type Fire = (load: Load) => Promise<Measured>

async function measure(fire: Fire, contender: Contender, load: Omit<Load, 'url'>): Promise<Side> {
  const before = processorTime(contender.process)
  const measured = await fire({ ...load, url: contender.url })
  const after = processorTime(contender.process)
  if (measured.failed > 0)
    throw new Error(`${measured.failed} requests to the ${contender.name} were not answered with 2xx`)
  const taken = before === null || after === null ? null : after - before
  return { ...measured, processorPerRequest: taken && (taken * 1_000) / measured.succeeded }
}

async function compare(
  name: string,
  fire: Fire,
  [floor, service]: [Contender, Contender],
  load: Omit<Load, 'url'>,
): Promise<PathResult> {
  const pairs = []
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    const timed = { ...load, seconds: SECONDS }
    const sides = { floor: await measure(fire, floor, timed), service: await measure(fire, service, timed) }
    const ratio = sides.service.requestsPerSecond / sides.floor.requestsPerSecond
    pairs.push({ ...sides, ratio })
    say(`${name}, pair ${pair} of ${PAIRS}: ${ratio.toFixed(3)}`)
  }
  return { name, pairs, medianRatio: median(pairs.map(({ ratio }) => ratio)) }
}

async function main(folder: string): Promise<void> {
  const facts = machine()
  const shop = await openShop()
  const load = { ...shop, ids: [] as number[], connections: CONNECTIONS }
  const fire = startLoad()
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
  const contenders: [Contender, Contender] = [
    await startFloor(),
    await startService(join(folder, 'service.log'), profiling),
  ]
  const [floorId, serviceId] = [await createOne(contenders[0], shop), await createOne(contenders[1], shop)]
  await checkSameRows(floorId, serviceId)

  const results: PathResult[] = []
  for (const contender of contenders) await measure(fire, contender, { ...load, requests: WARM_UP_REQUESTS })
  if (values.only !== 'retrieve') results.push(await compare('create a checkout', fire, contenders, load))
  if (values.only !== 'create') {
    const looks = { ...load, ids: await someCheckouts() }
    for (const contender of contenders)
      await measure(fire, contender, { ...looks, requests: WARM_UP_REQUESTS })
    results.push(await compare('retrieve a checkout', fire, contenders, looks))
  }

  const settings = { pairs: PAIRS, secondsEach: SECONDS, connections: CONNECTIONS }
  if (values.json) console.log(JSON.stringify({ machine: facts, settings, results }, null, 2))
  else console.log(['', JSON.stringify(facts), '', ...results.map(table)].join('\n'))
}

/** One checkout from a contender, to compare what the two write. */
async function createOne({ url }: Contender, { projectId, token }: Shop): Promise<number> {
  const response = await fetch(`${url}/v1/projects/${projectId}/checkouts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: BODY,
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return data.id
}

const folder = mkdtempSync(join(tmpdir(), 'tolbor-bench-'))
try {
  await main(folder)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stopChildren()
  await closeDatabase()
  rmSync(folder, { recursive: true, force: true })
}
