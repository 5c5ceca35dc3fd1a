import { onConnection } from '../../db/sql.ts'
import { openShop } from '../fill/shop.ts'
import { startBoth, webRow } from '../run/web.ts'
import { creating } from './asked.ts'
import type { Part } from './part.ts'
import { checkSameRows } from './same-rows.ts'

export const create: Part = {
  about: 'creating a checkout of one item, without and with an idempotency key',
  async run(options) {
    const shop = await openShop()
    const both = await startBoth(options)
    await checkSameRows([both.floor, both.service], shop)
    const plain = { measure: 'create, 1 item, no key', bar: 0.75, goal: 1 }
    const keyed = { measure: 'create, 1 item, with key', bar: 0.65, goal: 0.85 }
    const rows = [
      await webRow(plain, options, both, creating(shop, false)),
      await webRow(keyed, options, both, creating(shop, true)),
    ]
    await checkWhole()
    return { rows }
  },
}

/** Each checkout has its item and its timer. */
async function checkWhole(): Promise<void> {
  const counts = await onConnection((sql) =>
    sql.row<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM checkouts) AS checkouts, (SELECT COUNT(*) FROM checkout_items) AS items,
         (SELECT COUNT(*) FROM timers WHERE kind = 'checkout.expire') AS timers`,
    ),
  )
  if (new Set(Object.values(counts!)).size > 1) throw new Error(`rows are missing: ${JSON.stringify(counts)}`)
}
