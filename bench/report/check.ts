import { valueOf } from '../result.ts'
import type { Results } from './results.ts'

/** A larger loss than this, as a part of the stored value, is not chance. */
const TOLERANCE = 0.1

/** Compares each row with the stored one. Returns false if one is clearly worse. */
export function compareWith(before: Results, now: Results): boolean {
  let isFine = true
  for (const [name, part] of Object.entries(now))
    for (const row of part.rows) {
      const known = before[name]?.rows.find(({ measure }) => measure === row.measure)
      if (!known) {
        console.log(`${row.measure}: no stored result to compare with`)
        continue
      }
      const [was, is] = [valueOf(known), valueOf(row)]
      const change = row.better === 'higher' ? is / was - 1 : was / is - 1
      const isWorse = change < -TOLERANCE
      if (isWorse) isFine = false
      const percent = `${change >= 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`
      console.log(
        `${row.measure}: ${was.toFixed(2)} → ${is.toFixed(2)} (${percent}${isWorse ? ', worse' : ''})`,
      )
    }
  return isFine
}
