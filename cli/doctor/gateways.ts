import { methods } from '../../common/methods/all.ts'
import type { PaymentMethod } from '../../common/methods/method.ts'
import { valuesOf } from '../../common/methods/settings.ts'
import { checkMethod } from '../../common/services/payments/check-method.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { listProjects } from '../../common/services/projects/find.ts'
import type { Project, Scope } from '../../common/services/projects/project.ts'
import { onConnection } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

/** Accounts checked at the same time. */
const TOGETHER = 8
/** Milliseconds after which no further account is checked. */
const WITHIN = 20_000

/** Does not show the error, which may contain secrets. The API's check writes it to the log. */
const UNKNOWN =
  'The check failed with an internal error. Call POST /payment-methods/:name/check, then see the log.'

/** Dependencies, which tests replace. */
const REAL = {
  checkAccount: checkMethod,
  projects: () => onConnection(listProjects),
  hasGateway: (method: string) => findGateway(method) !== null,
}

interface Account {
  scope: Scope
  method: string
}

/** Checks with the providers that every enabled account of every project takes payments. */
export async function checkGateways({ checkAccount, projects, hasGateway } = REAL): Promise<Check> {
  const offering = methods.filter(({ name }) => hasGateway(name))
  const accounts = (await projects()).flatMap((project) => accountsOf(project, offering))
  const waiting = [...accounts]
  const wrong: string[] = []
  const until = performance.now() + WITHIN
  const checkNext = async () => {
    while (performance.now() < until) {
      const next = waiting.shift()
      if (!next) return
      const { problems } = await checkAccount(next.scope, next.method).catch(() => ({ problems: [UNKNOWN] }))
      if (problems.length > 0) wrong.push(`${nameOf(next)}: ${problems.join(' ')}`)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, checkNext))
  const unchecked = waiting.length > 0 ? `${waiting.length} more were not checked in time. ` : ''
  return check(
    'payment providers',
    wrong.length === 0 && waiting.length === 0,
    accounts.length === 0 ? 'None is in use.' : `${accounts.length} accounts take payments.`,
    `${unchecked}${wrong.sort().join(' ')}`.trim(),
  )
}

/** Returns a project's accounts of enabled methods: a disabled one affects no customer. */
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
