import { openShop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { startWeb } from '../run/children.ts'
import { fire } from '../run/fire.ts'
import { watchHealth } from '../run/health.ts'
import { inPairs } from '../run/pairs.ts'
import { say } from '../run/say.ts'
import { creating } from './asked.ts'
import type { Part } from './part.ts'

/** So many times as many connections as elsewhere, which all send again at once, whatever they are told. */
const TIMES = 10
/** Seconds. */
const WARM_UP = 2

export const pressure: Part = {
  about: `creating checkouts by ${TIMES} times as many connections, which do not wait when they are told to`,
  async run(options: Options) {
    const shop = await openShop()
    const service = await startWeb('service')
    const { connections: usual, seconds } = options
    const health = new Map<Side, number>()
    const measure = async (connections: number): Promise<Side> => {
      const watched = watchHealth(service)
      const load = { ...creating(shop, true), connections, seconds, isTooMuch: connections > usual }
      const { side, shed, succeeded } = await fire(service, load)
      say(`${connections} connections: ${succeeded} created, ${shed} told to come again`)
      health.set(side, await watched.slowest())
      return side
    }
    await fire(service, { ...creating(shop, true), connections: usual, seconds: WARM_UP })
    const words = { measure: `${TIMES} times the connections: created`, bar: 0.9, goal: 1 }
    const measured = await inPairs(
      words.measure,
      options,
      () => measure(usual),
      () => measure(TIMES * usual),
    )
    const note = `floor: the service with ${usual} connections`
    const slowest: Row = {
      ...{ measure: `${TIMES} times the connections: p99 of all answers`, bar: 1_000, goal: 500 },
      ...{ unit: 'ms', better: 'lower', ...measured, note },
      pairs: measured.pairs.map(({ floor, service: pressed }) => ({
        floor: { value: floor.p99! },
        service: { value: pressed.p99! },
        ratio: pressed.p99! / floor.p99!,
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
        { ...words, unit: 'ratio', of: 'requests/s', better: 'higher', ...measured, note },
        slowest,
        healthy,
      ],
    }
  },
}
