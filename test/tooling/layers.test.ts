import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'

type Import = [rule: string | undefined, from: string, to: string]

/** Who imports what in a small tree of its own, and the rule that refuses it. */
const imports: Import[] = [
  ['layer-0', 'common/kit/money.ts', 'common/jobs/catalog.ts'],
  ['layer-0', 'common/kit/types.ts', 'type common/checkouts/expire.ts'],
  ['layer-1', 'common/checkouts/rules/total.ts', 'db/sql.ts'],
  ['layer-1', 'common/jobs/names.ts', 'common/checkouts/expire.ts'],
  ['layer-2', 'common/runtime/redis.ts', 'common/checkouts/expire.ts'],
  ['layer-2', 'db/models/price.ts', 'worker/take-timer.ts'],
  ['layer-3', 'common/checkouts/pay.ts', 'api/answer.ts'],
  ['layer-1', 'common/checkouts/object.ts', 'common/checkouts/find.ts'],
  ['layer-1', 'common/payments/methods/voucher/attempt.ts', 'db/sql.ts'],
  ['layer-1', 'common/payments/methods/voucher/method.ts', 'common/payments/methods/voucher/gateway.ts'],
  ['methods-by-the-list', 'common/payments/begin.ts', 'common/payments/methods/voucher/page.ts'],
  ['edges-apart', 'api/main.ts', 'worker/take-timer.ts'],
  ['edges-apart', 'worker/main.ts', 'api/answer.ts'],
  ['edges-apart', 'cli/run.ts', 'worker/atomically.ts'],
  ['product-alone', 'api/faster.ts', 'bench/load.ts'],
  ['a-module-each', 'api/lost.ts', 'common/stray.ts'],
  ['module-invoices', 'common/invoices/pay.ts', 'common/checkouts/expire.ts'],
  ['module-subscriptions', 'common/subscriptions/renew.ts', 'type common/payments/start.ts'],
  ['resolvable', 'api/broken.ts', 'api/gone.ts'],
  ['pure', 'common/kit/files.ts', 'node:fs'],
  ['pure', 'common/kit/promises.ts', 'node:fs/promises'],
  ['pure', 'common/kit/sockets.ts', 'node:net'],
  ['pure', 'common/checkouts/rules/rows.ts', 'sequelize'],
  ['pure', 'common/jobs/queue.ts', 'bullmq'],
  ['no-circular', 'common/checkouts/one.ts', 'common/checkouts/two.ts'],
  [undefined, 'common/checkouts/two.ts', 'common/checkouts/one.ts'], // a circle is reported once
  ['no-circular', 'common/invoices/one.ts', 'common/invoices/typed.ts'],
  [undefined, 'common/invoices/typed.ts', 'type common/invoices/one.ts'],
  [undefined, 'common/customers/with-subscriptions.ts', 'common/subscriptions/find.ts'],
  [undefined, 'common/emails/write.ts', 'type common/checkouts/object.ts'],
  [undefined, 'common/payments/methods/voucher/gateway.ts', 'common/runtime/redis.ts'],
  [undefined, 'common/payments/gateways.ts', 'common/payments/methods/voucher/gateway.ts'],
  [undefined, 'common/projects/find.ts', 'common/payments/methods/all.ts'],
  [undefined, 'api/routes.ts', 'common/checkouts/expire.ts'],
  [undefined, 'worker/start.ts', 'db/sql.ts'],
  [undefined, 'common/checkouts/expire.ts', 'common/events/record.ts'],
  [undefined, 'common/checkouts/find.ts', 'db/sql.ts'],
  [undefined, 'db/connection.ts', 'common/runtime/config.ts'],
  [undefined, 'db/connection.ts', 'sequelize'],
  [undefined, 'common/checkouts/rules/sum.ts', 'common/kit/amount.ts'],
  [undefined, 'common/kit/secrets.ts', 'node:crypto'],
  [undefined, 'bench/load.ts', 'api/answer.ts'],
]

describe('the layers', () => {
  let tree: string
  let found: Import[]

  before(() => {
    tree = mkdtempSync(join(tmpdir(), 'tolbor-layers-'))
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json', 'node_modules']) {
      symlinkSync(resolve(name), join(tree, name))
    }
    for (const [, from, to] of imports) {
      if (local(to) && !to.includes('gone')) write(local(to), '')
      write(from, `export ${to.startsWith('type ') ? 'type ' : ''}* from '${address(from, to)}'\n`)
    }
    found = violations(tree, ['api', 'worker', 'cli', 'common', 'db', 'bench'])
  })

  after(() => {
    rmSync(tree, { recursive: true })
  })

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(tree, name)), { recursive: true })
    writeFileSync(join(tree, name), text, { flag: 'a' })
  }

  for (const [rule, from, to] of imports) {
    it(`${rule ? `refuse (${rule})` : 'allow'} that ${from} imports ${to}`, () => {
      const target = to.replace('type ', '')
      const broken = found.filter((one) => one[1] === from && one[2].includes(target.replace(/^node:/, '')))
      expect(broken.map(([name]) => name)).to.deep.equal(rule ? [rule] : [])
    })
  }
})

const local = (to: string) => (/^(node:|[a-z0-9]+$)/.test(to) ? '' : to.replace('type ', ''))
const address = (from: string, to: string) =>
  local(to) ? '../'.repeat(from.split('/').length - 1) + local(to) : to

function violations(cwd: string, folders: string[]): Import[] {
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const text = execFileSync(process.execPath, [tool, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { summary } = JSON.parse(text) as {
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
  }
  expect(summary.totalCruised).to.be.greaterThan(0)
  return summary.violations.map(({ rule, from, to }) => [rule.name, from, to])
}
