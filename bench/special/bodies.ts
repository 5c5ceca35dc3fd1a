import { closeDatabase } from '../../db/connection.ts'
import { openShop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { median, percentile } from '../result.ts'
import { answerOf, endChildren, run, startWeb } from '../run/children.ts'
import { memoryOf } from '../run/meter.ts'
import { worstOfEach } from './worst-bodies.ts'

/**
 * What one request can do to a web process: the worst bodies that every schema allows, one after the other, while
 * `/healthz` is asked all the time; then the slowest of them again and again. `npm run bench -- bodies` runs it.
 */
const SLOWEST = 20
const TIMES = 30

interface Sent {
  what: string
  method: string
  path: string
  json: string
  took: number
}

/** Asks `/healthz` until it is told to stop, and answers how long each took. Not from the process that builds the load. */
function startHealth(url: string): () => Promise<number[]> {
  const child = run('bench/special/health.js', { env: { SERVICE_URL: url } })
  return () => {
    const answer = answerOf<number[]>(child)
    child.send('stop')
    return answer
  }
}

async function main(): Promise<void> {
  const { projectId, token } = await openShop()
  const { url, process: service } = await startWeb('service')
  const memory = () => memoryOf(service.pid)

  async function send(request: Omit<Sent, 'took'>): Promise<Sent> {
    const started = performance.now()
    const { status } = await fetch(`${url}/v1/projects/${projectId}${request.path}`, {
      method: request.method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: request.json,
    })
    if (status >= 500) throw new Error(`${request.method} ${request.path}, ${request.what}: ${status}`)
    return { ...request, took: performance.now() - started }
  }

  const askedAllTheTime = startHealth(url)
  const atReady = memory()
  const sent: Sent[] = []
  for (const { method, path, bodies } of worstOfEach())
    for (const body of bodies) sent.push(await send({ method, path, ...body }))
  const afterEach = memory()

  const slowest = sent.sort((a, b) => b.took - a.took).slice(0, SLOWEST)
  const grown: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    for (const one of slowest) await send(one)
    grown.push(memory())
  }
  const health = await askedAllTheTime()
  const took = sent.map((one) => one.took)
  console.log(JSON.stringify(machine()))
  console.log(
    `${sent.length} bodies: median ${median(took).toFixed(1)} ms, p99 ${percentile(took, 99).toFixed(0)} ms, longest ${slowest[0]!.took.toFixed(0)} ms (${slowest[0]!.method} ${slowest[0]!.path}, ${slowest[0]!.what})`,
  )
  console.log(
    `/healthz meanwhile, ${health.length} times: median ${median(health).toFixed(1)} ms, p99 ${percentile(health, 99).toFixed(0)} ms, longest ${Math.max(...health).toFixed(0)} ms`,
  )
  console.log(
    `memory of the process in MiB: ${atReady} when ready, ${afterEach} after each once; then after every ${SLOWEST} of the slowest ${SLOWEST} again and again: ${grown.join(', ')}`,
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
