import { valueOf } from '../result.ts'
import type { Results } from './results.ts'

/** So much worse than what is stored is no chance any more. */
const WORSE = 0.1

/** Compares with what is stored, row by row; answers whether nothing is clearly worse. */
export function compareWith(before: Results, now: Results): boolean {
  let isFine = true
  for (const [name, part] of Object.entries(now))
    for (const row of part.rows) {
      const known = before[name]?.rows.find(({ measure }) => measure === row.measure)
      if (!known) {
        console.log(`${row.measure}: nothing is stored to compare with`)
        continue
      }
      const [was, is] = [valueOf(known), valueOf(row)]
      const change = row.better === 'higher' ? is / was - 1 : was / is - 1
      const isWorse = change < -WORSE
      if (isWorse) isFine = false
      const percent = `${change >= 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`
      console.log(
        `${row.measure}: ${was.toFixed(2)} → ${is.toFixed(2)} (${percent}${isWorse ? ', worse' : ''})`,
      )
    }
  return isFine
}
