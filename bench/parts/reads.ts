import { createShop } from '../fill/shop.ts'
import type { Options } from '../options.ts'
import { sendLoad } from '../run/send-load.ts'
import { startWebs, webRow } from '../run/web-row.ts'
import { createRequest, listRequest, pageRequest, retrieveRequest, someCheckouts } from './requests.ts'
import type { Part } from './types.ts'

const CHECKOUTS = 4_000

/** Starts the processes with a shop of 4 000 checkouts. */
async function startWithCheckouts(options: Options) {
  const shop = await createShop()
  const webs = await startWebs(options)
  const requests = Math.ceil(CHECKOUTS / webs.length)
  const load = { ...createRequest(shop, false), connections: options.connections, requests }
  for (const { service } of webs) await sendLoad(service, load)
  return { shop, webs }
}

export const retrieve: Part = {
  about: 'retrieving a checkout of one item',
  async run(options) {
    const { shop, webs } = await startWithCheckouts(options)
    const ids = (await someCheckouts(CHECKOUTS)).map(({ id }) => id)
    const bars = { measure: 'retrieve', bar: 0.8, goal: 1 }
    return { rows: [await webRow(bars, options, webs, retrieveRequest(shop, ids))] }
  },
}

export const list: Part = {
  about: 'the first page of a million checkouts',
  filled: [1_000_000],
  async run(options, [filled]) {
    const { shop, DATABASE_URL, REDIS_URL } = filled!
    const env = { DATABASE_URL, REDIS_URL }
    const webs = await startWebs(options, env)
    const bars = { measure: 'list page 1 at 1 M rows', bar: 0.6, goal: 0.9 }
    return { rows: [await webRow(bars, options, webs, listRequest(shop), env)] }
  },
}

export const page: Part = {
  about: 'the payment page of a checkout',
  async run(options) {
    const { webs } = await startWithCheckouts(options)
    const bars = { measure: 'payment page', bar: 0.65, goal: 0.9 }
    return { rows: [await webRow(bars, options, webs, pageRequest(await someCheckouts(CHECKOUTS)))] }
  },
}
