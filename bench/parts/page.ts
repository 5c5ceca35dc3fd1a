import { openShop } from '../fill/shop.ts'
import { fire } from '../run/fire.ts'
import { startBoth, webRow } from '../run/web.ts'
import { creating, opening, someCheckouts } from './asked.ts'
import type { Part } from './part.ts'

const CHECKOUTS = 4_000

export const page: Part = {
  about: 'the payment page of a checkout',
  async run(options) {
    const shop = await openShop()
    const both = await startBoth(options)
    const { connections } = options
    await fire(both.service, { ...creating(shop, false), connections, requests: CHECKOUTS })
    const bars = { measure: 'payment page', bar: 0.65, goal: 0.9 }
    return { rows: [await webRow(bars, options, both, opening(await someCheckouts()))] }
  },
}
