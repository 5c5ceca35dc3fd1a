import { startBoth, webRow } from '../run/web.ts'
import { listing } from './asked.ts'
import type { Part } from './part.ts'

export const list: Part = {
  about: 'the first page of a million checkouts',
  filled: [1_000_000],
  async run(options, [filled]) {
    const { shop, DATABASE_URL, REDIS_URL } = filled!
    const env = { DATABASE_URL, REDIS_URL }
    const both = await startBoth(options, env)
    const bars = { measure: 'list page 1 at 1 M rows', bar: 0.6, goal: 0.9 }
    return { rows: [await webRow(bars, options, both, listing(shop), env)] }
  },
}
