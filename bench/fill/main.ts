import { closeDatabase } from '../../db/connection.ts'
import { progressBar } from '../run/progress.ts'
import { fillCheckouts } from './checkouts.ts'
import { createShop } from './shop.ts'

/** Creates a shop with this many checkouts in the environment's database. Sends the shop and the first id to the parent. */
const count = Number(process.argv[2])
const shop = await createShop()
await closeDatabase()
const onProgress = progressBar(`of ${count} checkouts inserted`, count)
const firstId = await fillCheckouts(shop.projectId, { count, expires: '3000 DAY' }, onProgress)
process.send?.({ shop, firstId })
process.disconnect()
