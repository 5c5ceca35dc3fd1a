import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'

type Import = [rule: string | undefined, from: string, to: string]

/** Imports in a temporary tree, and the rule that forbids each. */
const imports: Import[] = [
  ['layer-0', 'common/kit/money.ts', 'common/domain/jobs/catalog.ts'],
  ['layer-0', 'common/kit/types.ts', 'type common/services/checkouts/expire.ts'],
  ['layer-1', 'common/domain/checkouts/total.ts', 'db/sql.ts'],
  ['layer-1', 'common/domain/jobs/names.ts', 'common/services/checkouts/expire.ts'],
  ['layer-2', 'common/runtime/redis.ts', 'common/services/checkouts/expire.ts'],
  ['layer-2', 'db/models/price.ts', 'worker/take-timer.ts'],
  ['layer-2', 'common/methods/voucher/gateway/client.ts', 'common/services/payments/start.ts'],
  ['layer-3', 'common/services/checkouts/pay.ts', 'api/answer.ts'],
  ['layer-1', 'common/domain/checkouts/object.ts', 'common/services/checkouts/find.ts'],
  ['layer-1', 'common/methods/voucher/attempt.ts', 'db/sql.ts'],
  ['layer-1', 'common/methods/voucher/method.ts', 'common/methods/voucher/gateway.ts'],
  ['methods-by-the-list', 'common/services/payments/begin.ts', 'common/methods/voucher/page.ts'],
  ['edges-apart', 'api/main.ts', 'worker/take-timer.ts'],
  ['edges-apart', 'worker/main.ts', 'api/answer.ts'],
  ['edges-apart', 'cli/run.ts', 'worker/atomically.ts'],
  ['product-alone', 'api/faster.ts', 'bench/load.ts'],
  ['a-module-each', 'api/lost.ts', 'common/stray.ts'],
  ['a-module-each', 'api/lost.ts', 'common/services/unlisted/stray.ts'],
  ['module-invoices', 'common/services/invoices/pay.ts', 'common/services/checkouts/expire.ts'],
  [
    'module-subscriptions',
    'common/services/subscriptions/renew.ts',
    'type common/services/payments/start.ts',
  ],
  ['resolvable', 'api/broken.ts', 'api/gone.ts'],
  ['pure', 'common/kit/files.ts', 'node:fs'],
  ['pure', 'common/kit/promises.ts', 'node:fs/promises'],
  ['pure', 'common/kit/sockets.ts', 'node:net'],
  ['pure', 'common/domain/checkouts/rows.ts', 'sequelize'],
  ['pure', 'common/domain/jobs/queue.ts', 'bullmq'],
  ['no-circular', 'common/services/checkouts/one.ts', 'common/services/checkouts/two.ts'],
  [undefined, 'common/services/checkouts/two.ts', 'common/services/checkouts/one.ts'], // a cycle is reported once
  ['no-circular', 'common/services/invoices/one.ts', 'common/services/invoices/typed.ts'],
  [undefined, 'common/services/invoices/typed.ts', 'type common/services/invoices/one.ts'],
  [undefined, 'common/services/customers/with-subscriptions.ts', 'common/services/subscriptions/find.ts'],
  [undefined, 'common/services/emails/write.ts', 'type common/domain/checkouts/object.ts'],
  [undefined, 'common/methods/voucher/gateway.ts', 'common/runtime/redis.ts'],
  [undefined, 'common/services/payments/gateways.ts', 'common/methods/voucher/gateway.ts'],
  [undefined, 'common/services/projects/find.ts', 'common/methods/all.ts'],
  [undefined, 'api/routes.ts', 'common/services/checkouts/expire.ts'],
  [undefined, 'worker/start.ts', 'db/sql.ts'],
  [undefined, 'common/services/checkouts/expire.ts', 'common/services/events/record.ts'],
  [undefined, 'common/services/checkouts/find.ts', 'db/sql.ts'],
  [undefined, 'db/connection.ts', 'common/runtime/config.ts'],
  [undefined, 'db/connection.ts', 'sequelize'],
  [undefined, 'common/domain/checkouts/sum.ts', 'common/kit/amount.ts'],
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
    it(`${rule ? `forbid (${rule})` : 'allow'} that ${from} imports ${to}`, () => {
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
