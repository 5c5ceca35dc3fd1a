import { writeFileSync } from 'node:fs'
import type { Point } from '../result.ts'

const FILE = 'docs/performance-growth.svg'

const [WIDTH, HEIGHT] = [560, 260]
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 96, 20, 36]
const COLORS = ['#1f6feb', '#bf5700', '#2da44e']

/** Draws requests a second by the number of rows, on a logarithmic scale. */
export function drawGrowth(points: readonly Point[]): void {
  const kinds = Object.keys(points[0]?.perSecond ?? {})
  const most = 1.1 * Math.max(...points.flatMap(({ perSecond }) => Object.values(perSecond)))
  const logs = points.map(({ rows }) => Math.log10(rows))
  const [first = 0, last = 1] = [logs[0], logs.at(-1)]
  const x = (index: number) => LEFT + ((logs[index]! - first) / (last - first)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM)
  const step = 10 ** Math.floor(Math.log10(most))
  const marks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
  const lines = [
    ...marks.map(
      (mark) =>
        `<path d="M${LEFT} ${round(y(mark))}H${WIDTH - RIGHT}" stroke="#888" stroke-opacity=".3"/>
  <text x="${LEFT - 8}" y="${round(y(mark) + 4)}" text-anchor="end">${mark}</text>`,
    ),
    ...points.map(
      ({ rows }, index) =>
        `<text x="${round(x(index))}" y="${HEIGHT - 14}" text-anchor="middle">${rows.toLocaleString('en')} rows</text>`,
    ),
    ...kinds.map((kind, index) => {
      const values = points.map(({ perSecond }) => perSecond[kind]!)
      const path = values
        .map((value, at) => `${at === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`)
        .join('')
      const color = COLORS[index % COLORS.length]!
      return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>
  <text x="${WIDTH - RIGHT + 8}" y="${round(y(values.at(-1)!) + 4)}" fill="${color}">${kind} ${values.at(-1)}</text>`
    }),
  ]
  writeFileSync(
    FILE,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#777">
  <title>Requests a second by the number of checkouts in the shop</title>
  ${lines.join('\n  ')}
</svg>
`,
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
