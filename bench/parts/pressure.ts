import { createShop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { startWeb } from '../run/children.ts'
import { watchHealth } from '../run/health.ts'
import { measurePairs } from '../run/pairs.ts'
import { log } from '../run/progress.ts'
import { sendLoad } from '../run/send-load.ts'
import { createRequest } from './requests.ts'
import type { Part } from './types.ts'

/** The number of connections, as a multiple of the usual one. They all send again immediately, also after a 503. */
const TIMES = 10
const WARM_UP_SECONDS = 2

export const pressure: Part = {
  about: `creating checkouts over ${TIMES} times as many connections, which ignore Retry-After`,
  async run(options: Options) {
    const shop = await createShop()
    const service = await startWeb('service')
    const { connections: usual, seconds } = options
    const health = new Map<Side, number>()
    const measure = async (connections: number): Promise<Side> => {
      const watched = watchHealth(service)
      const load = { ...createRequest(shop, true), connections, seconds, allows503: connections > usual }
      const { side, shed, succeeded } = await sendLoad(service, load)
      log(`${connections} connections: ${succeeded} created, ${shed} refused with 503`)
      health.set(side, await watched.slowest())
      return side
    }
    await sendLoad(service, { ...createRequest(shop, true), connections: usual, seconds: WARM_UP_SECONDS })
    const created = { measure: `${TIMES} times the connections: created`, bar: 0.9, goal: 1 }
    const measured = await measurePairs(
      created.measure,
      options,
      () => measure(usual),
      () => measure(TIMES * usual),
    )
    const note = `floor: the service with ${usual} connections`
    const slowest: Row = {
      ...{ measure: `${TIMES} times the connections: p99 of all answers`, bar: 1_000, goal: 500 },
      ...{ unit: 'ms', better: 'lower', ...measured, note },
      pairs: measured.pairs.map(({ floor, service: overloaded }) => ({
        floor: { value: floor.p99! },
        service: { value: overloaded.p99! },
        ratio: overloaded.p99! / floor.p99!,
      })),
    }
    const healthy: Row = {
      ...{ measure: `${TIMES} times the connections: slowest /healthz`, bar: 1_000, goal: 500 },
      ...{ unit: 'ms', better: 'lower', ...measured, note },
      pairs: measured.pairs.map((pair) => {
        const [floor, service] = [health.get(pair.floor)!, health.get(pair.service)!]
        return { floor: { value: floor }, service: { value: service }, ratio: service / floor }
      }),
    }
    return {
      rows: [
        { ...created, unit: 'ratio', of: 'requests/s', better: 'higher', ...measured, note },
        slowest,
        healthy,
      ],
    }
  },
}
