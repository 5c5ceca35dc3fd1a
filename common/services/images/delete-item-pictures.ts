import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'
import { askForPicture } from './ask-for-picture.ts'
import { ItemPicture } from './item-pictures-table.ts'

/** Pictures per transaction. */
export const BATCH_SIZE = 50
/** Time that a picture is kept after the last order with its address, in milliseconds. Such orders are settled. */
const RETENTION = 180 * DAY

/** Deletes item pictures that no order has used for a long time. Returns their number. */
export async function deleteItemPictures(tx: ModelTx): Promise<number> {
  const { transaction } = tx
  const where = { askedAt: { [Op.lt]: later(tx.now, -RETENTION) } }
  const pictures = await ItemPicture.findAll({
    ...{ where, order: ['askedAt'], limit: BATCH_SIZE },
    ...{ lock: true, transaction },
  })
  for (const picture of pictures) {
    await askForPicture(tx, { subject: 'item', id: picture.id }, picture, null)
    await picture.destroy({ transaction })
  }
  return pictures.length
}
