import { checkMethod } from '../../common/payments/check-method.ts'
import { findGateway } from '../../common/payments/gateways.ts'
import { methods } from '../../common/payments/methods/all.ts'
import type { PaymentMethod } from '../../common/payments/methods/method.ts'
import { valuesOf } from '../../common/payments/methods/settings.ts'
import { listProjects } from '../../common/projects/list.ts'
import type { Project, Scope } from '../../common/projects/project.ts'
import { onConnection } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

/** So many accounts are asked about at once. */
const TOGETHER = 8
/** Whom nobody has got to by then is not asked about any more, in milliseconds. */
const WITHIN = 20_000

/** An error of ours may hold anything; what it was, POST /payment-methods/:name/check writes to the log. */
const UNKNOWN = 'Something went wrong when it was asked.'

/** What is looked at: tests have their own. */
const REAL = {
  ask: checkMethod,
  projects: () => onConnection(listProjects),
  hasGateway: (method: string) => findGateway(method) !== null,
}

interface Account {
  scope: Scope
  method: string
}

/** Whether the providers that customers are offered take payments: each account of each project is asked about. */
export async function checkGateways({ ask, projects, hasGateway } = REAL): Promise<Check> {
  const offering = methods.filter(({ name }) => hasGateway(name))
  const accounts = (await projects()).flatMap((project) => accountsOf(project, offering))
  const waiting = [...accounts]
  const wrong: string[] = []
  const until = performance.now() + WITHIN
  const walk = async () => {
    while (performance.now() < until) {
      const next = waiting.shift()
      if (!next) return
      const { problems } = await ask(next.scope, next.method).catch(() => ({ problems: [UNKNOWN] }))
      if (problems.length > 0) wrong.push(`${nameOf(next)}: ${problems.join(' ')}`)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, walk))
  const unasked = waiting.length > 0 ? `${waiting.length} more were not asked about in time. ` : ''
  return check(
    'payment providers',
    wrong.length === 0 && waiting.length === 0,
    accounts.length === 0 ? 'None is in use.' : `${accounts.length} accounts take payments.`,
    `${unasked}${wrong.sort().join(' ')}`.trim(),
  )
}

/** Where customers are sent to a provider: what is switched off, or was never set up, is nobody's trouble. */
function accountsOf(project: Project, offering: readonly PaymentMethod[]): Account[] {
  return offering.flatMap((method) =>
    [false, true].flatMap((isTest) =>
      valuesOf(project.paymentSettings, method, isTest)?.enabled === true
        ? [{ scope: { project, isTest }, method: method.name }]
        : [],
    ),
  )
}

function nameOf({ scope: { project, isTest }, method }: Account): string {
  return `project ${project.id} (${project.name}), ${method} in ${isTest ? 'test' : 'live'} mode`
}
