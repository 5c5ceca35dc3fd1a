import { onConnection } from '../../db/sql.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { LISTS, PARTS, SEARCHES, TIMES } from './lists.ts'
import type { Shop } from './shop.ts'

/** More than so many milliseconds are too many for a list: it is told, and counted. */
const MOST = 50
const TIMES_EACH = 5

interface Asked extends Shop {
  base: string
}

/** Measures every list and search; prints a line for each. Answers how many were slow. */
export async function measureLists(shop: Asked, isVerbose: boolean): Promise<number> {
  console.log('| query | first, ms | then, ms | bytes | plan |')
  console.log('| --- | ---: | ---: | ---: | --- |')
  let slow = 0
  for (const path of paths(shop)) {
    const first = await ask(shop, path)
    const later = []
    for (let time = 0; time < TIMES_EACH; time += 1) later.push((await ask(shop, path)).ms)
    const median = later.sort((one, other) => one - other)[Math.floor(TIMES_EACH / 2)]!
    const isSlow = median > MOST
    if (isSlow) slow += 1
    const plan = await planOf(shop, path, isVerbose || isSlow)
    const mark = isSlow ? ' **slow**' : ''
    console.log(
      `| \`${path}\` | ${first.ms.toFixed(1)} | ${median.toFixed(1)}${mark} | ${first.bytes} | ${plan} |`,
    )
  }
  return slow
}

function paths({ known }: Asked): string[] {
  const filled = (text: string, more: Record<string, number> = {}) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...known, ...more }[name]))
  const lists = Object.entries(LISTS).flatMap(([list, filters]) =>
    ['', ...filters, ...TIMES].flatMap((filter) =>
      PARTS.map((part) => `/${list}?${[filter, part].filter(Boolean).join('&')}`),
    ),
  )
  return [
    ...lists.map((path) => filled(path, { middle: Number(known.checkout) })),
    ...SEARCHES.map((text) => `/search?q=${encodeURIComponent(filled(text))}`),
  ].map((path) => path.replace(/\?$/, ''))
}

async function ask({ base, token }: Asked, path: string): Promise<{ ms: number; bytes: number }> {
  const began = performance.now()
  const answer = await fetch(base + path.replace(/(?<==[^&]*)\+/g, '%2B'), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { length } = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return { ms: performance.now() - began, bytes: length }
}

interface Step {
  table: string
  type: string | null
  key: string | null
  rows: string | null
  Extra: string | null
}

/** The indexes by which the statements of a request are read, and about how many rows of each. */
async function planOf(shop: Asked, path: string, isWhole: boolean): Promise<string> {
  const selects = (await statementsOf(() => ask(shop, path))).filter((text) => /^\(?SELECT/.test(text))
  const plans = []
  for (const select of isWhole ? selects : selects.slice(0, 1)) {
    const steps = await onConnection((sql) => sql.rows<Step>(`EXPLAIN ${select}`))
    plans.push(
      steps
        .filter(({ key, type }) => key !== null || type === 'ALL')
        .map(({ table, key, type, rows, Extra }) => {
          const sorted = Extra?.includes('filesort') ? ' sorted' : ''
          return `${key ?? `${table} ${String(type)}`} ${String(rows)}${sorted}`
        })
        .join(', '),
    )
  }
  return plans.filter(Boolean).join('; ')
}
