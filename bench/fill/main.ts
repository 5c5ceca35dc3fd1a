import { closeDatabase } from '../../db/connection.ts'
import { progress } from '../run/say.ts'
import { fillCheckouts } from './checkouts.ts'
import { openShop } from './shop.ts'

/** Opens a shop in the database of the environment and fills it with so many checkouts; sends the shop. */
const count = Number(process.argv[2])
const shop = await openShop()
await closeDatabase()
const done = progress(`of ${count} checkouts are written`, count)
await fillCheckouts(shop.projectId, { count, expires: '3000 DAY' }, done)
process.send?.(shop)
process.disconnect()
