import { closeDatabase } from '../../db/connection.ts'
import { createShop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { median, percentile } from '../result.ts'
import { endChildren, nextMessage, run, startWeb } from '../run/children.ts'
import { memoryOf } from '../run/meter.ts'
import { worstOfEach } from './worst-bodies.ts'

/**
 * Measures how much one request can slow down a web process: it sends the worst bodies that each schema allows, one after
 * the other, and requests `/healthz` meanwhile. Then it repeats the slowest ones. `npm run bench -- bodies` runs it.
 */
const SLOWEST = 20
const REPEATS = 30

interface Sent {
  what: string
  method: string
  path: string
  json: string
  took: number
}

/** Requests `/healthz` in a separate process until the returned function is called. That returns each time in ms. */
function watchHealthz(url: string): () => Promise<number[]> {
  const child = run('bench/special/health.js', { env: { SERVICE_URL: url } })
  return () => {
    const times = nextMessage<number[]>(child)
    child.send('stop')
    return times
  }
}

async function main(): Promise<void> {
  const { projectId, token } = await createShop()
  const { url, process: service } = await startWeb('service')
  const memory = () => memoryOf(service.pid)

  async function send(request: Omit<Sent, 'took'>): Promise<Sent> {
    const startedAt = performance.now()
    const { status } = await fetch(`${url}/v1/projects/${projectId}${request.path}`, {
      method: request.method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: request.json,
    })
    if (status >= 500)
      throw new Error(`${request.method} ${request.path} with ${request.what} returned ${status}.`)
    return { ...request, took: performance.now() - startedAt }
  }

  const stopWatching = watchHealthz(url)
  const atReady = memory()
  const sent: Sent[] = []
  for (const { method, path, bodies } of worstOfEach())
    for (const body of bodies) sent.push(await send({ method, path, ...body }))
  const afterEach = memory()

  const slowest = sent.sort((a, b) => b.took - a.took).slice(0, SLOWEST)
  const memoryAfter: number[] = []
  for (let time = 0; time < REPEATS; time += 1) {
    for (const one of slowest) await send(one)
    memoryAfter.push(memory())
  }
  const health = await stopWatching()
  const took = sent.map((one) => one.took)
  console.log(JSON.stringify(machine()))
  console.log(
    `${sent.length} bodies: median ${median(took).toFixed(1)} ms, p99 ${percentile(took, 99).toFixed(0)} ms, longest ${slowest[0]!.took.toFixed(0)} ms (${slowest[0]!.method} ${slowest[0]!.path}, ${slowest[0]!.what})`,
  )
  console.log(
    `/healthz meanwhile, ${health.length} times: median ${median(health).toFixed(1)} ms, p99 ${percentile(health, 99).toFixed(0)} ms, longest ${Math.max(...health).toFixed(0)} ms`,
  )
  console.log(
    `memory of the process in MiB: ${atReady} when ready, ${afterEach} after all bodies, then after each repeat of the ${SLOWEST} slowest: ${memoryAfter.join(', ')}`,
  )
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endChildren()
  await closeDatabase()
}
