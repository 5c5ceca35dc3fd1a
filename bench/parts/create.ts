import { onConnection } from '../../db/sql.ts'
import { createShop } from '../fill/shop.ts'
import { startWebs, webRow } from '../run/web-row.ts'
import { createRequest } from './requests.ts'
import { checkSameRows } from './same-rows.ts'
import type { Part } from './types.ts'

export const create: Part = {
  about: 'creating a checkout of one item, without and with an idempotency key',
  async run(options) {
    const shop = await createShop()
    const webs = await startWebs(options)
    await checkSameRows(Object.values(webs[0]!), shop)
    const plain = { measure: 'create, 1 item, no key', bar: 0.75, goal: 1 }
    const keyed = { measure: 'create, 1 item, with key', bar: 0.65, goal: 0.85 }
    const rows = [
      await webRow(plain, options, webs, createRequest(shop, false)),
      await webRow(keyed, options, webs, createRequest(shop, true)),
    ]
    await checkRows()
    return { rows }
  },
}

/** Throws unless each checkout has its item and its timer. */
async function checkRows(): Promise<void> {
  const counts = await onConnection((sql) =>
    sql.row<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM checkouts) AS checkouts, (SELECT COUNT(*) FROM checkout_items) AS items,
         (SELECT COUNT(*) FROM timers WHERE kind = 'checkout.expire') AS timers`,
    ),
  )
  if (new Set(Object.values(counts!)).size > 1) throw new Error(`Rows are missing: ${JSON.stringify(counts)}`)
}
