import { createShop, type Shop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import type { Row, Side } from '../result.ts'
import { type Contender, end, startWeb } from '../run/children.ts'
import { memoryOf, startMeter } from '../run/meter.ts'
import { measurePairs } from '../run/pairs.ts'
import { sendLoad } from '../run/send-load.ts'
import { createRequest, listRequest, pageRequest, retrieveRequest, someCheckouts } from './requests.ts'
import type { Part } from './types.ts'

/** Seconds of load by each kind of request. */
const LOAD_SECONDS = 2

interface Started {
  seconds: Side
  atReady: Side
  afterLoad: Side
}

export const start: Part = {
  about: 'from the start of a web process to its first response; its memory then, and after load',
  async run(options) {
    const shop = await createShop()
    await prepare(shop, options)
    const seen: Record<Contender['name'], Started[]> = { floor: [], service: [] }
    const measure = async (name: Contender['name']) => {
      const started = await startAndLoad(name, shop, options)
      seen[name].push(started)
      return started.seconds
    }
    const seconds = await measurePairs(
      'ready after start',
      options,
      () => measure('floor'),
      () => measure('service'),
    )
    const row = (key: keyof Started, bars: Pick<Row, 'measure' | 'unit' | 'bar' | 'goal'>): Row => ({
      ...{ ...bars, better: 'lower', ...seconds },
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

/** Creates some checkouts to read. */
async function prepare(shop: Shop, { connections }: Options): Promise<void> {
  const service = await startWeb('service')
  await sendLoad(service, { ...createRequest(shop, false), connections, requests: 500 })
  await end(service.process)
}

async function startAndLoad(
  name: Contender['name'],
  shop: Shop,
  { connections, profile }: Options,
): Promise<Started> {
  const stop = startMeter({})
  const startedAt = performance.now()
  const contender = await startWeb(name, { profile })
  const took = (performance.now() - startedAt) / 1_000
  const { coresOfOthers } = stop()
  const atReady = memoryOf(contender.process.pid)
  const known = await someCheckouts(500)
  const requests = [
    createRequest(shop, true),
    retrieveRequest(
      shop,
      known.map(({ id }) => id),
    ),
    listRequest(shop),
    pageRequest(known),
  ]
  for (const one of requests) await sendLoad(contender, { ...one, connections, seconds: LOAD_SECONDS })
  const afterLoad = memoryOf(contender.process.pid)
  await end(contender.process)
  return {
    seconds: { value: Number(took.toFixed(2)), coresOfOthers: Number(coresOfOthers.toFixed(2)) },
    atReady: { value: atReady },
    afterLoad: { value: afterLoad },
  }
}
