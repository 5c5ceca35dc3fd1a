import type { ChildProcess } from 'node:child_process'
import type { Side } from '../result.ts'
import { type Contender, request, run } from './children.ts'
import type { Load, Measured } from './load.ts'
import { pids, startMeter } from './meter.ts'

/** A request that is sent repeatedly. */
export type RequestSpec = Omit<Load, 'url' | 'connections' | 'seconds' | 'requests'>

let loader: ChildProcess | undefined

/** Sends requests and measures them. Throws unless every response is 2xx. */
export async function sendLoad(
  { name, url, process: server }: Contender,
  load: Omit<Load, 'url'>,
): Promise<Measured & { side: Side }> {
  loader ??= run('bench/run/load.js')
  const { mariadb, redis } = pids()
  const stop = startMeter({ server: [server.pid!], mariadb: [mariadb], redis: [redis], load: [loader.pid!] })
  const measured = await request<Measured>(loader, { ...load, url })
  const { cpu, coresOfOthers } = stop()
  if (measured.failed > 0)
    throw new Error(`${measured.failed} requests to the ${name} failed or returned another status than 2xx.`)
  const perRequest = Object.entries(cpu).map(([of, used]) => [
    of,
    Math.round((used * 1_000) / measured.succeeded),
  ])
  const side = {
    value: Math.round(measured.requestsPerSecond),
    ...{ p50: measured.p50, p99: measured.p99, bytesPerAnswer: measured.bytesPerAnswer },
    cpu: Object.fromEntries(perRequest) as Record<string, number>,
    coresOfOthers: Number(coresOfOthers.toFixed(2)),
  }
  return { ...measured, side }
}
