import type { Command } from '../command.ts'
import { columns } from '../print.ts'
import { checkAddress } from './address.ts'
import { runChecks } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkGateways } from './gateways.ts'
import { checkMail } from './mail.ts'
import { checkPayments } from './payments.ts'
import { checkRedis } from './redis.ts'
import { checkReplica } from './replica.ts'
import { checkWorkers } from './workers.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check that the installation is safe',
  async run() {
    const results = await Promise.all([
      runChecks('database', checkDatabase),
      runChecks('replica', checkReplica),
      runChecks('redis', checkRedis),
      runChecks('workers', async () => [await checkWorkers()]),
      runChecks('smtp', checkMail),
      runChecks('payment methods', async () => [await checkPayments()]),
      runChecks('payment providers', async () => [await checkGateways()]),
      runChecks('base url', async () => [checkAddress()]),
    ])
    const checks = results.flat()
    const ok = checks.every((one) => one.ok)
    const rows = checks.map((one) => [one.ok ? 'ok' : 'WRONG', one.name, one.message])
    const verdict = ok ? 'All is well.' : 'Fix the items marked WRONG, then run this again.'
    return { json: { ok, checks }, text: `${columns(rows)}\n\n${verdict}`, failed: !ok }
  },
}
