import { Refusal } from '../../kit/refusal.ts'
import { sha256 } from '../../kit/secrets.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { findMethod, methods } from '../../methods/all.ts'
import { checkSettings } from '../../methods/check-settings.ts'
import type { MethodCheck } from '../../methods/object.ts'
import { type Gateway, ProviderError, type ProviderFault } from '../../methods/provider.ts'
import { type StoredValues, valuesOf } from '../../methods/settings.ts'
import { now } from '../../runtime/clock.ts'
import type { Scope } from '../projects/project.ts'
import { findGateway } from './gateways.ts'
import { withProviderErrors } from './providers/call-gateway.ts'

const WITHIN = 5 * SECOND
/** Time for which a successful check is cached: checking may open an invoice at the provider. */
const CACHED_FOR = MINUTE

/** The hashes of settings that passed the provider's check, and when each entry expires. */
const passed = new Map<string, Date>()

/** A check with the reason of the provider's problems, for a page in the reader's language. */
export interface ConnectionCheck extends MethodCheck {
  /** `incomplete`: a value is missing, so the provider was not asked. Null: the provider accepts the settings. */
  fault: ProviderFault | 'incomplete' | null
}

/** Checks a method's settings, then asks its provider. No transaction may be open, since it calls the provider. */
export async function checkMethod(scope: Scope, name: string): Promise<MethodCheck> {
  const { ok, problems } = await checkConnection(scope, name)
  return { ok, problems }
}

/** Checks a method as `checkMethod` does. Also returns the reason of the provider's problems. */
export async function checkConnection({ project, isTest }: Scope, name: string): Promise<ConnectionCheck> {
  const method = findMethod(name)
  if (!method) {
    const advice = `Use one of: ${methods.map((one) => one.name).join(', ')}.`
    throw new Refusal({ code: 'not_found', params: { what: 'payment method', advice } })
  }
  const { problems, isComplete } = checkSettings(project, method, isTest)
  const gateway = findGateway(name)
  const values = valuesOf(project.paymentSettings, method, isTest)
  if (gateway && isComplete && values) {
    const secrets = Object.entries(method.settings.form?.fields ?? {}).flatMap(([field, { secret }]) =>
      secret ? [String(values[field])] : [],
    )
    const account = { projectId: project.id, isTest }
    const key = sha256(JSON.stringify([name, account, values])).toString('base64')
    if (hasPassed(key)) return { ok: problems.length === 0, problems, fault: null }
    const found = await checkAtProvider(name, gateway, { values, account, secrets }, WITHIN)
    if (found.fault === null) passed.set(key, later(now(), CACHED_FOR))
    problems.push(...found.problems)
    return { ok: problems.length === 0, problems, fault: found.fault }
  }
  return { ok: problems.length === 0, problems, fault: isComplete ? null : 'incomplete' }
}

function hasPassed(key: string): boolean {
  const time = now()
  for (const [old, until] of passed) if (until <= time) passed.delete(old)
  return passed.has(key)
}

interface AccountCheck {
  values: StoredValues
  account: { projectId: number; isTest: boolean }
  /** Secrets to mask in the provider's messages. */
  secrets: readonly string[]
}

type Found = Pick<ConnectionCheck, 'problems' | 'fault'>

/** Returns the problems that the provider reports, or a timeout after `within` milliseconds. */
export async function checkAtProvider(
  name: string,
  gateway: Pick<Gateway, 'check'>,
  { values, account, secrets }: AccountCheck,
  within: number,
): Promise<Found> {
  const signal = AbortSignal.timeout(within)
  const timeout = new Promise<Found>((resolve) => {
    signal.addEventListener('abort', () => {
      const problem = `${name} did not answer within ${within / SECOND} s. Try again later.`
      resolve({ problems: [problem], fault: 'unreachable' })
    })
  })
  const logged = { project_id: account.projectId, method: name }
  const asked = withProviderErrors(() => gateway.check({ values, account, signal }), signal, logged).then(
    (problems): Found => ({ problems, fault: problems.length > 0 ? 'account' : null }),
    (error: unknown): Found => {
      if (!(error instanceof ProviderError)) throw error
      return { problems: [`${PREFIXES[error.fault](name)} ${error.message}`], fault: error.fault }
    },
  )
  const { problems, fault } = await Promise.race([asked, timeout])
  const masked = (problem: string) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), problem)
  return { problems: problems.map(masked), fault }
}

/** The beginning of a problem, by the reason of the failed call. */
const PREFIXES: Record<ProviderError['fault'], (name: string) => string> = {
  unreachable: (name) => `${name} could not be reached, try again later:`,
  limited: (name) => `${name} limits the rate of requests, try again later:`,
  account: (name) => `${name} does not accept the settings:`,
  refused: (name) => `${name} refuses the request:`,
}
