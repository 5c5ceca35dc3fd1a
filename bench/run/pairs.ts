import type { Options } from '../options.ts'
import type { Pair, Row, Side } from '../result.ts'
import { log } from './progress.ts'

/** A pair is disturbed if other processes used more than this many cores. */
const DISTURBED = 0.3

type Measured = Pick<Row, 'pairs' | 'discarded' | 'isDisturbed'>

/**
 * Measures floor and service alternately, so that other load on the machine affects both. The order alternates too.
 * A disturbed pair is discarded and another one measured, up to twice as many pairs as wanted. Then the least disturbed
 * ones count, and the result is marked.
 */
export async function measurePairs(
  measure: string,
  { pairs: wanted }: Pick<Options, 'pairs'>,
  floor: () => Promise<Side>,
  service: () => Promise<Side>,
): Promise<Measured> {
  const measured: { pair: Pair; others: number }[] = []
  const quiet = () => measured.filter(({ others }) => others <= DISTURBED)
  while (quiet().length < wanted && measured.length < 2 * wanted) {
    const isFloorFirst = measured.length % 2 === 0
    const first = await (isFloorFirst ? floor() : service())
    const second = await (isFloorFirst ? service() : floor())
    const pair = asPair(...(isFloorFirst ? ([first, second] as const) : ([second, first] as const)))
    const others = Math.max(first.coresOfOthers ?? 0, second.coresOfOthers ?? 0)
    measured.push({ pair, others })
    const note = others > DISTURBED ? `, discarded: other processes used ${others.toFixed(2)} cores` : ''
    log(`${measure}, pair ${measured.length}: ${pair.ratio.toFixed(3)}${note}`)
  }
  const isDisturbed = quiet().length < wanted
  const counted = isDisturbed
    ? measured.sort((one, other) => one.others - other.others).slice(0, wanted)
    : quiet()
  return {
    pairs: counted.map(({ pair }) => pair),
    discarded: measured.length - counted.length,
    ...(isDisturbed && { isDisturbed }),
  }
}

function asPair(floor: Side, service: Side): Pair {
  return { floor, service, ratio: service.value / floor.value }
}
