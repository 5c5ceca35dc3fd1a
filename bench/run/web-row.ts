import type { Options } from '../options.ts'
import type { Row } from '../result.ts'
import { type Contender, startWeb } from './children.ts'
import { measurePairs } from './pairs.ts'
import { countRoundTrips } from './round-trips.ts'
import { type RequestSpec, sendLoad } from './send-load.ts'

/** V8 optimizes code for this long. The cost of a start is measured separately. */
const WARM_UP_SECONDS = 8

/** Starts the two web processes of a part. */
export async function startBoth({ profile }: Options, env: NodeJS.ProcessEnv = {}) {
  return { floor: await startWeb('floor', { env }), service: await startWeb('service', { env, profile }) }
}

type Bars = Pick<Row, 'measure' | 'bar' | 'goal'>

/** Measures one kind of request and returns its row of the table. */
export async function webRow(
  bars: Bars,
  options: Options,
  both: Awaited<ReturnType<typeof startBoth>>,
  request: RequestSpec,
  env: NodeJS.ProcessEnv = {},
): Promise<Row> {
  const { connections, seconds } = options
  for (const one of Object.values(both))
    await sendLoad(one, { ...request, connections, seconds: WARM_UP_SECONDS })
  const measure = async (one: Contender) => (await sendLoad(one, { ...request, connections, seconds })).side
  const measured = await measurePairs(
    bars.measure,
    options,
    () => measure(both.floor),
    () => measure(both.service),
  )
  const trips = {
    floor: await countRoundTrips('floor', request, env),
    service: await countRoundTrips('service', request, env),
  }
  return { ...bars, unit: 'ratio', of: 'requests/s', better: 'higher', ...measured, trips }
}
