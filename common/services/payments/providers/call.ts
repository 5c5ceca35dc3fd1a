import { type Opened, type ProviderAnswer, ProviderError } from '../../../methods/provider.ts'
import { log } from '../../../runtime/log.ts'
import { callGateway } from './call-gateway.ts'
import type { ClaimedCall } from './claim.ts'

/** What came of a call. */
export type Outcome = { opened: Opened } | { answer: ProviderAnswer } | { error: ProviderError }

/** Makes a call, with no transaction open. It ends in time, and never throws. */
export async function makeCall(claim: ClaimedCall): Promise<Outcome> {
  const { payment, step, method } = claim
  const started = performance.now()
  const outcome = await tryCall(claim)
  const what =
    'opened' in outcome ? 'opened' : 'answer' in outcome ? outcome.answer.state : outcome.error.fault
  const told = {
    payment_id: payment.id,
    method,
    step,
    outcome: what,
    ms: Math.round(performance.now() - started),
  }
  if ('error' in outcome)
    log().warn({ ...told, error: outcome.error.message }, 'a provider gave no usable answer')
  else log().info(told, 'a provider answered')
  return outcome
}

/** Bytes of a TEXT column, less what we write into `details` ourselves. */
const MOST_DETAIL_BYTES = 65_000

/** Throws if an adapter returned more details than can be stored: the payment would be opened again and again. */
function storable(opened: Opened): Opened {
  if (Buffer.byteLength(JSON.stringify(opened.details)) <= MOST_DETAIL_BYTES) return opened
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
