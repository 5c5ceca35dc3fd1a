import { getMethod } from '../../../methods/all.ts'
import { type Gateway, type ProviderCall, ProviderError } from '../../../methods/provider.ts'
import { valuesOf } from '../../../methods/settings.ts'
import { log } from '../../../runtime/log.ts'
import type { Project } from '../../projects/project.ts'
import { findGateway } from '../gateways.ts'
import { CALL_WITHIN } from './claim.ts'

/** Whose account at which provider is asked. */
export interface AskedAccount {
  project: Project
  method: string
  isTest: boolean
}

/** Calls a provider with the settings of a project and mode, with a timeout. No transaction may be open. */
export async function callGateway<Answer>(
  { project, method, isTest }: AskedAccount,
  ask: (gateway: Gateway, call: ProviderCall) => Promise<Answer>,
): Promise<Answer> {
  const gateway = findGateway(method)
  const values = gateway && valuesOf(project.paymentSettings, getMethod(method), isTest)
  if (!values) throw new ProviderError('account', 'The project has no settings for this way to pay.')
  const signal = AbortSignal.timeout(CALL_WITHIN)
  const call = { values, account: { projectId: project.id, isTest }, signal }
  return endAsProviderError(() => ask(gateway, call), signal, { project_id: project.id, method })
}

/**
 * Lets a call throw a `ProviderError` alone: anything else is a mistake of ours, which is logged as one, and its payment
 * is asked about again. `of`: whose call it is, for the log.
 */
export async function endAsProviderError<Answer>(
  call: () => Promise<Answer>,
  signal: AbortSignal,
  of: { project_id: number; method: string },
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (signal.aborted) throw new ProviderError('unreachable', 'The provider gave no answer in time.')
    log().error({ err: error, ...of }, 'a gateway failed')
    throw new ProviderError(
      'unreachable',
      'The provider could not be asked, for a reason of ours: the log says which.',
    )
  }
}
