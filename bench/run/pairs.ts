import type { Options } from '../options.ts'
import type { Pair, Row, Side } from '../result.ts'
import { say } from './say.ts'

/** Others that keep more than this many cores busy have disturbed a pair. */
const DISTURBED = 0.3

type Measured = Pick<Row, 'pairs' | 'thrownAway' | 'isDisturbed'>

/**
 * Measures floor and service in turns, so that whatever else the machine does falls on both; who begins
 * changes too. A pair that others disturbed is thrown away and another measured, up to as many more as
 * there are pairs; then the least disturbed ones count, and the result says so.
 */
export async function inPairs(
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
    const note = others > DISTURBED ? `, thrown away: others used ${others.toFixed(2)} cores` : ''
    say(`${measure}, pair ${measured.length}: ${pair.ratio.toFixed(3)}${note}`)
  }
  const isDisturbed = quiet().length < wanted
  const counted = isDisturbed
    ? measured.sort((one, other) => one.others - other.others).slice(0, wanted)
    : quiet()
  return {
    pairs: counted.map(({ pair }) => pair),
    thrownAway: measured.length - counted.length,
    ...(isDisturbed && { isDisturbed }),
  }
}

function asPair(floor: Side, service: Side): Pair {
  return { floor, service, ratio: service.value / floor.value }
}
