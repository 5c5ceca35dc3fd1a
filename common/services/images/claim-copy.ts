import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { MOST_TRIES } from '../../domain/images/retry.ts'
import { later } from '../../kit/time.ts'
import { lease } from '../../runtime/lease.ts'
import { ImageCopy } from './image-copies-table.ts'
import { recordFailure } from './record-failure.ts'

/**
 * Claims a copy if it is due. Its due time moves past the lease, so that one worker fetches a picture, and a killed
 * worker leaves it due again. Tries are limited, because a picture that crashes its worker must not crash every
 * worker.
 */
export async function claimCopy(tx: ModelTx, id: number): Promise<ImageCopy | null> {
  const { now, transaction } = tx
  const where = { id, status: 'pending', dueAt: { [Op.lte]: now } } as const
  const copy = await ImageCopy.findOne({ where, lock: true, transaction })
  if (!copy) return null
  const { tries, dueAt, dueSince } = copy
  await copy.update(
    { tries: tries + 1, dueSince: dueSince ?? dueAt, dueAt: later(now, lease), updatedAt: now },
    { transaction },
  )
  if (copy.tries <= MOST_TRIES) return copy
  await recordFailure(tx, copy, 'every worker stopped during its try')
  return null
}
