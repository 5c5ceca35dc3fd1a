import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { MOST_FOR_ADDRESS, MOST_FROM_NETWORK, REQUESTS_WITHIN } from '../../domain/members/sign-in.ts'
import { later } from '../../kit/time.ts'
import { SignInAddress } from './sign-in-addresses-table.ts'
import { SignIn } from './sign-ins-table.ts'

/** Makes requests for one address wait for each other, whether or not it is a member's. */
export async function lockAddress({ now, transaction }: ModelTx, emailHash: Buffer): Promise<void> {
  await SignInAddress.upsert({ emailHash, createdAt: now }, { transaction })
}

/** Returns whether too many emails were requested for this address, or from this network; null does not count the network. */
export async function isLimited(
  { now, transaction }: ModelTx,
  emailHash: Buffer,
  network: string | null,
): Promise<boolean> {
  const createdAt = { [Op.gt]: later(now, -REQUESTS_WITHIN) }
  const forAddress = await SignIn.count({ where: { emailHash, createdAt }, transaction })
  const fromNetwork =
    network === null ? 0 : await SignIn.count({ where: { network, createdAt }, transaction })
  return forAddress >= MOST_FOR_ADDRESS || fromNetwork >= MOST_FROM_NETWORK
}
