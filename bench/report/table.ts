import { median, type Row, type Side, valueOf } from '../result.ts'
import type { Results } from './results.ts'

/** Formats the results as two Markdown tables: the values with bars and goals, and the costs. */
export function table(results: Results): string {
  const rows = Object.values(results).flatMap((part) => part.rows)
  return [
    '',
    '| measure | floor | service | service ÷ floor | bar | goal | |',
    '| --- | ---: | ---: | --- | ---: | ---: | --- |',
    ...rows.map(line),
    '',
    '| measure | | p50, p99 (ms) | bytes | CPU per piece (µs) | statements | round trips |',
    '| --- | --- | --- | ---: | --- | ---: | ---: |',
    ...rows.flatMap((row) => (row.pairs.some(({ service }) => service.cpu) ? costs(row) : [])),
    '',
  ].join('\n')
}

function line(row: Row): string {
  const { measure, unit, of = unit, bar, goal, pairs } = row
  const ratios = pairs.map(({ ratio }) => ratio)
  const range = `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
  const side = (name: 'floor' | 'service') =>
    `${number(median(pairs.map((pair) => pair[name].value)))} ${of === 'requests/s' ? '' : of}`.trim()
  const cells = [measure, side('floor'), side('service'), range, number(bar), number(goal), verdict(row)]
  return `| ${cells.join(' | ')} |`
}

function number(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  return String(Number(value.toFixed(2)))
}

function verdict(row: Row): string {
  const { better, bar, goal, isDisturbed, discarded, note } = row
  const value = valueOf(row)
  const reaches = (limit: number) => (better === 'higher' ? value >= limit : value <= limit)
  const reached = reaches(goal) ? 'goal' : reaches(bar) ? 'bar' : 'below its bar'
  const disturbed = isDisturbed ? ', disturbed by other processes' : ''
  const discardedPairs = discarded > 0 ? `, ${discarded} discarded` : ''
  return `${reached}${disturbed}${discardedPairs}${note === undefined ? '' : ` (${note})`}`
}

function costs({ measure, pairs, trips }: Row): string[] {
  return (['floor', 'service'] as const).map((name) => {
    const sides = pairs.map((pair) => pair[name])
    const middle = (pick: (side: Side) => number | undefined) => {
      const value = median(sides.map((side) => pick(side) ?? NaN))
      return Number.isNaN(value) ? '' : String(Math.round(value))
    }
    const cpu = Object.keys(sides[0]?.cpu ?? {}).map((of) => `${of} ${middle((side) => side.cpu?.[of])}`)
    const latency =
      sides[0]?.p50 === undefined ? '' : `${middle((side) => side.p50)}, ${middle((side) => side.p99)}`
    const { statements = '', roundTrips = '' } = trips?.[name] ?? {}
    const bytes = middle((side) => side.bytesPerAnswer)
    return `| ${[measure, name, latency, bytes, cpu.join(', '), statements, roundTrips].join(' | ')} |`
  })
}
