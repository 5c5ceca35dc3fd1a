import { log, messageOf } from '../../runtime/log.ts'
import { type Opened, type ProviderAnswer, ProviderError } from '../methods/provider.ts'
import { CALL_WITHIN, type Claim } from './claim.ts'

/** What came of a call. */
export type Outcome = { opened: Opened } | { answer: ProviderAnswer } | { error: ProviderError }

/** Makes a call, with no transaction open. It ends in time, and never throws. */
export async function makeCall(claim: Claim): Promise<Outcome> {
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

async function tryCall({ gateway, step, payment, values, project }: Claim): Promise<Outcome> {
  if (!values)
    return { error: new ProviderError('account', 'The project has no settings for this way to pay.') }
  const account = { projectId: project.id, isTest: payment.isTest }
  const call = { values, account, signal: AbortSignal.timeout(CALL_WITHIN) }
  try {
    if (step === 'start') return { opened: await gateway.start(payment, call) }
    return { answer: await (step === 'give_up' ? gateway.giveUp(payment, call) : gateway.ask(payment, call)) }
  } catch (error) {
    if (error instanceof ProviderError) return { error }
    if (!call.signal.aborted) log().error({ err: error, payment_id: payment.id }, 'a gateway failed')
    return { error: new ProviderError('unreachable', messageOf(error)) }
  }
}
