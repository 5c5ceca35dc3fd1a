import { type Opened, type ProviderAnswer, ProviderError } from '../../../methods/provider.ts'
import { log } from '../../../runtime/log.ts'
import { callGateway } from './call-gateway.ts'
import type { ClaimedCall } from './claim.ts'

/** The result of a call. */
export type Outcome = { opened: Opened } | { answer: ProviderAnswer } | { error: ProviderError }

/** Makes a call. No transaction may be open. It ends in time, and never throws. */
export async function makeCall(claim: ClaimedCall): Promise<Outcome> {
  const { payment, step, method } = claim
  const started = performance.now()
  const outcome = await tryCall(claim)
  const result =
    'opened' in outcome ? 'opened' : 'answer' in outcome ? outcome.answer.state : outcome.error.fault
  const logged = {
    payment_id: payment.id,
    method,
    step,
    outcome: result,
    ms: Math.round(performance.now() - started),
  }
  if ('error' in outcome)
    log().warn(
      { ...logged, error: outcome.error.message },
      'a provider gave no usable answer; if the outcome is "account", check the account in the settings of the project',
    )
  else log().info(logged, 'a provider answered')
  return outcome
}

/** The size of a TEXT column, minus our own values in `details`. */
const MAX_DETAIL_BYTES = 65_000

/**
 * Throws if an adapter returned more details than fit: storing them would fail, and the payment would be
 * opened again.
 */
function storable(opened: Opened): Opened {
  if (Buffer.byteLength(JSON.stringify(opened.details)) <= MAX_DETAIL_BYTES) return opened
  throw new ProviderError('refused', 'The provider returned more details of the payment than can be stored.')
}

async function tryCall({ step, payment, method, project }: ClaimedCall): Promise<Outcome> {
  try {
    return await callGateway<Outcome>({ project, method, isTest: payment.isTest }, async (gateway, call) => {
      if (step === 'start') return { opened: storable(await gateway.start(payment, call)) }
      return {
        answer: await (step === 'give_up' ? gateway.giveUp(payment, call) : gateway.ask(payment, call)),
      }
    })
  } catch (error) {
    if (error instanceof ProviderError) return { error }
    throw error
  }
}
