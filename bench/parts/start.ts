import { openShop, type Shop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { type Contender, end, startWeb } from '../run/children.ts'
import { fire } from '../run/fire.ts'
import { memoryOf, startMeter } from '../run/meter.ts'
import { inPairs } from '../run/pairs.ts'
import { creating, listing, opening, retrieving, someCheckouts } from './asked.ts'
import type { Part } from './part.ts'

/** Seconds of each kind of request. */
const LOADED_FOR = 2

interface Started {
  seconds: Side
  atReady: Side
  afterLoad: Side
}

export const start: Part = {
  about: 'from the start of a web process to its first answer, and its memory then and after load',
  async run(options) {
    const shop = await openShop()
    await prepare(shop, options)
    const seen: Record<Contender['name'], Started[]> = { floor: [], service: [] }
    const measure = async (name: Contender['name']) => {
      const started = await startAndLoad(name, shop, options)
      seen[name].push(started)
      return started.seconds
    }
    const seconds = await inPairs(
      'ready after start',
      options,
      () => measure('floor'),
      () => measure('service'),
    )
    const row = (key: keyof Started, words: Pick<Row, 'measure' | 'unit' | 'bar' | 'goal'>): Row => ({
      ...{ ...words, better: 'lower', ...seconds },
      pairs: seconds.pairs.map((pair) => {
        const other = (name: Contender['name']) => seen[name].find((one) => one.seconds === pair[name])![key]
        const [floor, service] = [other('floor'), other('service')]
        return { floor, service, ratio: service.value / floor.value }
      }),
    })
    return {
      rows: [
        row('seconds', { measure: 'ready after start', unit: 's', bar: 1.2, goal: 0.8 }),
        row('atReady', { measure: 'memory at ready', unit: 'MiB', bar: 120, goal: 90 }),
        row('afterLoad', { measure: 'memory after load', unit: 'MiB', bar: 220, goal: 160 }),
      ],
    }
  },
}

/** Some checkouts to be looked at. */
async function prepare(shop: Shop, { connections }: Options): Promise<void> {
  const service = await startWeb('service')
  await fire(service, { ...creating(shop, false), connections, requests: 500 })
  await end(service.process)
}

async function startAndLoad(
  name: Contender['name'],
  shop: Shop,
  { connections, profile }: Options,
): Promise<Started> {
  const stop = startMeter({})
  const began = performance.now()
  const contender = await startWeb(name, { profile })
  const took = (performance.now() - began) / 1_000
  const { coresOfOthers } = stop()
  const atReady = memoryOf(contender.process.pid)
  const known = await someCheckouts(500)
  const asked = [
    creating(shop, true),
    retrieving(
      shop,
      known.map(({ id }) => id),
    ),
    listing(shop),
    opening(known),
  ]
  for (const one of asked) await fire(contender, { ...one, connections, seconds: LOADED_FOR })
  const afterLoad = memoryOf(contender.process.pid)
  await end(contender.process)
  return {
    seconds: { value: Number(took.toFixed(2)), coresOfOthers: Number(coresOfOthers.toFixed(2)) },
    atReady: { value: atReady },
    afterLoad: { value: afterLoad },
  }
}
