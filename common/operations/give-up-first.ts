import { setTimeout as pause } from 'node:timers/promises'
import type { Atomically } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import { GiveUpFirst } from '../payments/give-up.ts'
import { stopAsking } from '../payments/providers/stop.ts'
import type { Project } from '../projects/project.ts'
import { askProviderWithin } from './ask-provider.ts'

/** Milliseconds that a customer who chose another way to pay is kept waiting for the first one's provider. */
const WAIT = 5_000
/** Whoever else is asking just now has the answer in about so many milliseconds. */
const MOMENT = 500
const MOST_TRIES = 3

/**
 * Runs what may make a payment give way. Where its provider still lets it be paid it is given up there first, with no
 * transaction open; was it paid meanwhile, that counts, and the whole is run anew on what is now so. A provider that
 * cannot be reached is told later, and keeps nobody waiting. 409 `payment_in_progress` where a bank has it already.
 */
export async function giveUpFirst<Result>(
  project: Project,
  atomically: Atomically,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof GiveUpFirst)) throw error
      const { paymentId, isProcessing } = error
      if (isProcessing) throw new Refusal({ code: 'payment_in_progress' })
      if (tries < MOST_TRIES) {
        if (!(await askProviderWithin(WAIT, project, paymentId, atomically, 'give_up'))) await pause(MOMENT)
      } else if (tries === MOST_TRIES) await atomically((tx) => stopAsking(tx, paymentId))
      else throw error
    }
  }
}
