import { setTimeout as pause } from 'node:timers/promises'
import type { Atomically } from '../../../db/transaction.ts'
import type { Opened } from '../../methods/provider.ts'
import { log, messageOf } from '../../runtime/log.ts'
import { askForPicturesAt } from '../images/ask-for-pictures-at.ts'
import { applyOutcome } from '../payments/providers/apply-outcome.ts'
import { makeCall } from '../payments/providers/call.ts'
import { type Cause, claimCall, type ClaimedCall } from '../payments/providers/claim.ts'
import type { Project } from '../projects/project.ts'

/**
 * Makes the next call to a payment's provider and applies its result. One transaction claims the call, another
 * applies the result, and none is open during the call: a killed worker leaves a row that is due. Returns whether a
 * call was made. Nothing to ask, or another worker that asks, is a success.
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
  await atomically((tx) => applyOutcome(tx, claim, outcome))
  if ('opened' in outcome) await askForPictures(claim, outcome.opened, atomically)
  return true
}

/** Requests copies of the pictures for the page of an opened payment. A failure is only logged: the page shows names. */
async function askForPictures(
  { project, payment }: ClaimedCall,
  { pictures = [] }: Opened,
  atomically: Atomically,
): Promise<void> {
  if (pictures.length === 0) return
  const owner = { projectId: project.id, isTest: payment.isTest }
  try {
    await atomically((tx) => askForPicturesAt(tx, owner, pictures))
  } catch (error) {
    log().warn({ payment_id: payment.id, error: messageOf(error) }, 'pictures were not requested')
  }
}

/**
 * Calls the provider like `askProvider`, for a caller that can wait only this many milliseconds. After that the call
 * continues in the background.
 */
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
