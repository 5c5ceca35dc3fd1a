import { setTimeout as pause } from 'node:timers/promises'
import type { Atomically } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { GiveUpFirst } from '../payments/give-up.ts'
import { stopAsking } from '../payments/providers/stop.ts'
import type { Project } from '../projects/project.ts'
import { askProviderWithin } from './ask-provider.ts'

/** Time that a customer who chose another method waits for the first method's provider, in milliseconds. */
const WAIT = 5_000
/** Time to wait for another process that is asking the provider, in milliseconds. */
const MOMENT = 500
const MOST_TRIES = 3

/**
 * Runs work that may replace a payment. If the payment can still be paid at its provider, cancels it there first,
 * outside any transaction. If it was paid meanwhile, the payment counts, and the work runs again on the new state. An
 * unreachable provider is called later, without delaying the customer. Throws 409 `payment_in_progress` if a bank is
 * already processing the payment.
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
