import type { Command } from '../command.ts'
import { columns } from '../print.ts'
import { checkAddress } from './address.ts'
import { looking } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkGateways } from './gateways.ts'
import { checkMail } from './mail.ts'
import { checkPayments } from './payments.ts'
import { checkRedis } from './redis.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look whether this installation is set up so that nothing gets lost',
  async run() {
    const looks = await Promise.all([
      looking('database', checkDatabase),
      looking('redis', checkRedis),
      looking('smtp', checkMail),
      looking('payment methods', async () => [await checkPayments()]),
      looking('payment providers', async () => [await checkGateways()]),
      looking('base url', async () => [checkAddress()]),
    ])
    const checks = looks.flat()
    const ok = checks.every((one) => one.ok)
    const rows = checks.map((one) => [one.ok ? 'ok' : 'WRONG', one.name, one.message])
    const verdict = ok ? 'All is well.' : 'Mend what is WRONG, then run this again.'
    return { json: { ok, checks }, text: `${columns(rows)}\n\n${verdict}`, failed: !ok }
  },
}
