import type { Options } from '../options.ts'
import type { Row } from '../result.ts'
import { type Contender, startWeb } from './children.ts'
import { measurePairs } from './pairs.ts'
import { countRoundTrips } from './round-trips.ts'
import { type RequestSpec, sendLoad } from './send-load.ts'

/** V8 optimizes code for this long. The cost of a start is measured separately. */
const WARM_UP_SECONDS = 12

/** Runs of one program, with one process each, differed by up to a tenth. So several processes are measured in turns. */
const PROCESSES = 3

type Both = Record<Contender['name'], Contender>

/** Starts the web processes of a part: several of the floor and of the service. */
export async function startWebs({ profile }: Options, env: NodeJS.ProcessEnv = {}): Promise<Both[]> {
  const webs: Both[] = []
  while (webs.length < PROCESSES)
    webs.push({
      floor: await startWeb('floor', { env }),
      service: await startWeb('service', { env, profile }),
    })
  return webs
}

type Bars = Pick<Row, 'measure' | 'bar' | 'goal'>

/** Measures one kind of request and returns its row of the table. */
export async function webRow(
  bars: Bars,
  options: Options,
  webs: readonly Both[],
  request: RequestSpec,
  env: NodeJS.ProcessEnv = {},
): Promise<Row> {
  const { connections, seconds } = options
  for (const one of webs.flatMap((both) => Object.values(both)))
    await sendLoad(one, { ...request, connections, seconds: WARM_UP_SECONDS })
  /** Returns a function that measures the next process each time. */
  const inTurns = (name: Contender['name']) => {
    let turn = 0
    return async () => {
      const { [name]: one } = webs[turn++ % webs.length]!
      return (await sendLoad(one, { ...request, connections, seconds })).side
    }
  }
  const measured = await measurePairs(bars.measure, options, inTurns('floor'), inTurns('service'))
  const trips = {
    floor: await countRoundTrips('floor', request, env),
    service: await countRoundTrips('service', request, env),
  }
  return { ...bars, unit: 'ratio', of: 'requests/s', better: 'higher', ...measured, trips }
}
