import { setTimeout as pause } from 'node:timers/promises'
import type { Atomically } from '../../db/transaction.ts'
import { makeCall } from '../payments/providers/call.ts'
import { type Cause, claimCall } from '../payments/providers/claim.ts'
import { takeOutcome } from '../payments/providers/take-outcome.ts'
import type { Project } from '../projects/project.ts'
import { log, messageOf } from '../runtime/log.ts'

/**
 * Asks a payment's provider what is next to be asked, and does what the answer means. The call is claimed in one
 * transaction and its answer taken in another, with none open between them: whoever is killed on the way leaves a row
 * that is due. Nothing to ask, or somebody else who asks, is success. Answers whether anything was asked.
 */
export async function askProvider(
  project: Project,
  paymentId: number,
  atomically: Atomically,
  cause: Cause = 'due',
): Promise<boolean> {
  const claim = await atomically((tx) => claimCall(tx, project, paymentId, cause))
  if (!claim) return false
  const outcome = await makeCall(claim)
  await atomically((tx) => takeOutcome(tx, claim, outcome))
  return true
}

/** As `askProvider` for somebody who waits: after so many milliseconds they wait no longer, and it goes on by itself. */
export async function askProviderWithin(
  wait: number,
  ...asked: Parameters<typeof askProvider>
): Promise<boolean> {
  const asking = askProvider(...asked).catch((error: unknown) => {
    log().warn(
      { payment_id: asked[1], error: messageOf(error) },
      'a provider could not be asked; its row stays due',
    )
    return false
  })
  return Promise.race([asking, pause(wait, false, { ref: false })])
}
