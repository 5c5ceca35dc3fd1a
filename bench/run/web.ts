import type { Options } from '../options.ts'
import type { Row } from '../result.ts'
import { type Contender, startWeb } from './children.ts'
import { type Asked, fire } from './fire.ts'
import { inPairs } from './pairs.ts'
import { countTrips } from './trips.ts'

/** Seconds. V8 goes on compiling what is walked often for so long: what a start costs is measured by itself. */
const WARM_UP = 8

/** The two web processes of a part. */
export async function startBoth({ profile }: Options, env: NodeJS.ProcessEnv = {}) {
  return { floor: await startWeb('floor', { env }), service: await startWeb('service', { env, profile }) }
}

type Bars = Pick<Row, 'measure' | 'bar' | 'goal'>

/** A row of the table about one kind of request. */
export async function webRow(
  bars: Bars,
  options: Options,
  both: Awaited<ReturnType<typeof startBoth>>,
  asked: Asked,
  env: NodeJS.ProcessEnv = {},
): Promise<Row> {
  const { connections, seconds } = options
  for (const one of Object.values(both)) await fire(one, { ...asked, connections, seconds: WARM_UP })
  const measure = async (one: Contender) => (await fire(one, { ...asked, connections, seconds })).side
  const measured = await inPairs(
    bars.measure,
    options,
    () => measure(both.floor),
    () => measure(both.service),
  )
  const trips = {
    floor: await countTrips('floor', asked, env),
    service: await countTrips('service', asked, env),
  }
  return { ...bars, unit: 'ratio', of: 'requests/s', better: 'higher', ...measured, trips }
}
