import { onConnection } from '../../db/sql.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { LISTS, PARTS, SEARCHES, TIMES } from './lists.ts'
import type { Shop } from './shop.ts'

/** A list that takes longer is slow, in milliseconds. */
const LIMIT = 50
const REPEATS = 5

interface ShopAt extends Shop {
  base: string
}

/** Measures every list and search, prints a line for each, and returns how many are slow. */
export async function measureLists(shop: ShopAt, isVerbose: boolean): Promise<number> {
  console.log('| query | first, ms | then, ms | bytes | plan |')
  console.log('| --- | ---: | ---: | ---: | --- |')
  let slow = 0
  for (const path of paths(shop)) {
    const first = await get(shop, path)
    const later = []
    for (let time = 0; time < REPEATS; time += 1) later.push((await get(shop, path)).ms)
    const median = later.sort((one, other) => one - other)[Math.floor(REPEATS / 2)]!
    const isSlow = median > LIMIT
    if (isSlow) slow += 1
    const plan = await planOf(() => get(shop, path), isVerbose || isSlow)
    const mark = isSlow ? ' **slow**' : ''
    console.log(
      `| \`${path}\` | ${first.ms.toFixed(1)} | ${median.toFixed(1)}${mark} | ${first.bytes} | ${plan} |`,
    )
  }
  return slow
}

function paths({ known }: ShopAt): string[] {
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

async function get({ base, token }: ShopAt, path: string): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now()
  const response = await fetch(base + path.replace(/(?<==[^&]*)\+/g, '%2B'), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { length } = await response.text()
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}.`)
  return { ms: performance.now() - startedAt, bytes: length }
}

interface Step {
  table: string
  type: string | null
  key: string | null
  rows: string | null
  Extra: string | null
}

/** Returns the indexes that a request's statements use, with the estimated number of rows. */
export async function planOf(request: () => Promise<unknown>, isWhole: boolean): Promise<string> {
  const selects = (await statementsOf(request)).filter((text) => /^\(?SELECT/.test(text))
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
