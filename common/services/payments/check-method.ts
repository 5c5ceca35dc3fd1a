import { Refusal } from '../../kit/refusal.ts'
import { sha256 } from '../../kit/secrets.ts'
import { later, MINUTE, SECOND } from '../../kit/time.ts'
import { findMethod, methods } from '../../methods/all.ts'
import { checkSettings } from '../../methods/check-settings.ts'
import type { MethodCheck } from '../../methods/object.ts'
import { type Gateway, ProviderError } from '../../methods/provider.ts'
import { type StoredValues, valuesOf } from '../../methods/settings.ts'
import { now } from '../../runtime/clock.ts'
import type { Scope } from '../projects/project.ts'
import { findGateway } from './gateways.ts'
import { endAsProviderError } from './providers/call-gateway.ts'

const WITHIN = 5 * SECOND
/** Time for which a successful check is cached: checking may open an invoice at the provider. */
const GOOD_FOR = MINUTE

/** Settings that passed the provider's check, by hash, and when that expires. */
const good = new Map<string, Date>()

/** Checks a method's settings, then asks its provider. No transaction may be open, since it calls the provider. */
export async function checkMethod({ project, isTest }: Scope, name: string): Promise<MethodCheck> {
  const method = findMethod(name)
  if (!method) {
    const advice = `There are: ${methods.map((one) => one.name).join(', ')}.`
    throw new Refusal({ code: 'not_found', params: { what: 'payment method', advice } })
  }
  const { problems, isWhole } = checkSettings(project, method, isTest)
  const gateway = findGateway(name)
  const values = valuesOf(project.paymentSettings, method, isTest)
  if (gateway && isWhole && values) {
    const secrets = Object.entries(method.settings.form?.fields ?? {}).flatMap(([field, { secret }]) =>
      secret ? [String(values[field])] : [],
    )
    const account = { projectId: project.id, isTest }
    const key = sha256(JSON.stringify([name, account, values])).toString('base64')
    if (isGood(key)) return { ok: problems.length === 0, problems }
    const found = await checkAtProvider(name, gateway, { values, account, secrets }, WITHIN)
    if (found.length === 0) good.set(key, later(now(), GOOD_FOR))
    problems.push(...found)
  }
  return { ok: problems.length === 0, problems }
}

function isGood(key: string): boolean {
  const time = now()
  for (const [old, until] of good) if (until <= time) good.delete(old)
  return good.has(key)
}

interface AccountCheck {
  values: StoredValues
  account: { projectId: number; isTest: boolean }
  /** Secrets to mask in the provider's messages. */
  secrets: readonly string[]
}

/** Returns the problems that the provider reports, or a timeout after `within` milliseconds. */
export async function checkAtProvider(
  name: string,
  gateway: Pick<Gateway, 'check'>,
  { values, account, secrets }: AccountCheck,
  within: number,
): Promise<string[]> {
  const signal = AbortSignal.timeout(within)
  const late = new Promise<string[]>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve([`${name} did not answer within ${within / SECOND} s. Try again later.`])
    })
  })
  const of = { project_id: account.projectId, method: name }
  const asked = endAsProviderError(() => gateway.check({ values, account, signal }), signal, of).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      return [`${SAYS[error.fault](name)} ${error.message}`]
    },
  )
  const problems = await Promise.race([asked, late])
  return problems.map((problem) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), problem))
}

const SAYS: Record<ProviderError['fault'], (name: string) => string> = {
  unreachable: (name) => `${name} could not be asked, try again later:`,
  limited: (name) => `${name} was asked too often, try again later:`,
  account: (name) => `${name} does not take what was entered:`,
  refused: (name) => `${name} refuses the request:`,
}
