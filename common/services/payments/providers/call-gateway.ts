import { getMethod } from '../../../methods/all.ts'
import { type Gateway, type ProviderCall, ProviderError } from '../../../methods/provider.ts'
import { valuesOf } from '../../../methods/settings.ts'
import { log } from '../../../runtime/log.ts'
import { providerCalls } from '../../../runtime/metrics.ts'
import type { Project } from '../../projects/project.ts'
import { findGateway, methodsWithGateway } from '../gateways.ts'
import { CALL_WITHIN } from './claim.ts'

// A counter that first appears with 1 looks unchanged to an alert rule: start these at 0.
for (const method of methodsWithGateway)
  for (const outcome of ['answered', 'unreachable', 'limited', 'account', 'refused'])
    providerCalls.inc({ method, outcome }, 0)

/** The account to use: a project's, for a method and a mode. */
export interface GatewayAccount {
  project: Project
  method: string
  isTest: boolean
}

/** Calls a provider with the settings of a project and mode, with a timeout. No transaction may be open. */
export async function callGateway<Answer>(
  { project, method, isTest }: GatewayAccount,
  ask: (gateway: Gateway, call: ProviderCall) => Promise<Answer>,
): Promise<Answer> {
  const gateway = findGateway(method)
  const values = gateway && valuesOf(project.paymentSettings, getMethod(method), isTest)
  if (!values) throw new ProviderError('account', 'The project has no settings for this payment method.')
  const signal = AbortSignal.timeout(CALL_WITHIN)
  const call = { values, account: { projectId: project.id, isTest }, signal }
  const logged = { project_id: project.id, method }
  return counted(method, () => withProviderErrors(() => ask(gateway, call), signal, logged))
}

/** Counts a call by its outcome. */
async function counted<Answer>(method: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call()
    providerCalls.inc({ method, outcome: 'answered' })
    return answer
  } catch (error) {
    if (error instanceof ProviderError) providerCalls.inc({ method, outcome: error.fault })
    throw error
  }
}

/**
 * Runs a call that may only throw a `ProviderError`. Any other error is a bug: it is logged with `logged`,
 * and becomes a `ProviderError`, so that the call is repeated later.
 */
export async function withProviderErrors<Answer>(
  call: () => Promise<Answer>,
  signal: AbortSignal,
  logged: { project_id: number; method: string },
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (signal.aborted) throw new ProviderError('unreachable', 'The provider gave no answer in time.')
    log().error(
      { err: error, ...logged },
      'a gateway threw an unexpected error: fix this bug; the call is repeated later',
    )
    throw new ProviderError('unreachable', 'The call to the provider failed because of a bug; see the log.')
  }
}
