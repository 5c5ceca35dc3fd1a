import { openShop } from '../fill/shop.ts'
import { fire } from '../run/fire.ts'
import { startBoth, webRow } from '../run/web.ts'
import { creating, retrieving, someCheckouts } from './asked.ts'
import type { Part } from './part.ts'

const CHECKOUTS = 4_000

export const retrieve: Part = {
  about: 'retrieving a checkout of one item',
  async run(options) {
    const shop = await openShop()
    const both = await startBoth(options)
    const { connections } = options
    await fire(both.service, { ...creating(shop, false), connections, requests: CHECKOUTS })
    const ids = (await someCheckouts()).map(({ id }) => id)
    const bars = { measure: 'retrieve', bar: 0.8, goal: 1 }
    return { rows: [await webRow(bars, options, both, retrieving(shop, ids))] }
  },
}
