import { expect } from 'chai'
import { checkAddress } from '../../cli/doctor/address.ts'
import { run } from '../../cli/run.ts'
import { config } from '../../common/runtime/config.ts'
import { redisInfo } from '../../common/runtime/redis.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { onConnection } from '../../db/sql.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { onServers } from '../support/engines.ts'
import { givenMerchant, givenTransferShop } from '../support/given/merchant.ts'
import { process_ } from './tolbor.ts'

interface Check {
  name: string
  ok: boolean
  message: string
}

describe('the doctor', () => {
  async function diagnose(): Promise<{ code: number; ok: boolean; of: (name: string) => Check | undefined }> {
    const { code, stdout } = await run(['doctor', '--json'])
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
    return { code, ok, of: (name) => checks.find((check) => check.name === name) }
  }

  it('passes every check of a healthy installation', async () => {
    const { of } = await diagnose()
    const fine = [
      'database',
      'migrations',
      'database zone',
      'database collation',
      'database isolation',
      'clock',
      'database connections',
      'database writes',
    ]
    for (const name of [...fine, 'redis', 'redis policy', 'redis persistence', 'email from', 'base url']) {
      expect(of(name), name).to.include({ ok: true })
    }
  })

  it('compares max_connections with the processes', async () => {
    const before = config().dbPoolMax
    config().dbPoolMax = 1000
    const found = (await diagnose()).of('database connections')
    config().dbPoolMax = before
    expect(found).to.include({ ok: false })
    expect(found?.message).to.contain('max_connections 500 is enough for 0 processes of 2002 connections')
  })

  it('warns that the database of these tests would lose payments in a crash', async () => {
    const { code, ok, of } = await diagnose()
    expect([code, ok]).to.deep.equal([1, false])
    expect(of('database durability')).to.include({ ok: false })
    expect(of('database durability')?.message).to.contain('innodb_flush_log_at_trx_commit is 0')
  })

  describe('of Redis', () => {
    const setting = (name: string, value: string | number) =>
      onServers(config().redisUrl, (server) => server.config('SET', name, value))
    /** Limits the memory of each server to a multiple of the memory that it uses. */
    const limitMemory = (factor: number) =>
      onServers(config().redisUrl, async (server) => {
        const used = Number((await redisInfo(server, 'memory')).get('used_memory'))
        await server.config('SET', 'maxmemory', Math.ceil(used * factor))
      })
    afterEach(async () => {
      await setting('maxmemory', 0)
      await setting('maxmemory-policy', 'noeviction')
    })

    it('shows the memory that is used if it has no limit', async () => {
      const found = (await diagnose()).of('redis memory')
      expect(found?.ok).to.equal(true)
      expect(found?.message).to.match(/^\d+ MB used, without a limit\.$/)
    })

    it('accepts memory if a third is left', async () => {
      await limitMemory(1.5)
      const found = (await diagnose()).of('redis memory')
      expect(found?.ok, found?.message).to.equal(true)
      expect(found?.message).to.match(/^\d+ MB of \d+ MB used\.$/)
    })

    it('fails when more than 80 % of the memory is used, and names both remedies', async () => {
      await limitMemory(1.15)
      const found = (await diagnose()).of('redis memory')
      expect(found?.ok, found?.message).to.equal(false)
      expect(found?.message).to.match(
        /^\d+ MB of \d+ MB used\. Raise maxmemory, or lower QUEUE_HORIZON_HOURS\.$/,
      )
    })

    for (const policy of ['allkeys-lru', 'volatile-lru', 'allkeys-random'])
      it(`fails if Redis would drop jobs when it is full: ${policy}`, async () => {
        await setting('maxmemory-policy', policy)
        const found = (await diagnose()).of('redis policy')
        expect(found).to.deep.equal({
          name: 'redis policy',
          ok: false,
          message: `maxmemory-policy is ${policy}: Redis would drop jobs when it is full. Set it to noeviction.`,
        })
      })
  })

  it('names projects that are used in live mode without a payment method there', async () => {
    const [idle, used, ready] = [await givenMerchant(), await givenMerchant(), await givenTransferShop()]
    const token = 'UPDATE api_tokens SET last_used_at = created_at WHERE NOT is_test AND project_id = ?'
    for (const { projectId } of [used, ready]) await onConnection((sql) => sql.run(token, [projectId]))
    const found = (await diagnose()).of('payment methods')
    expect(found?.ok).to.equal(false)
    expect(found?.message).to.contain(`${used.projectId} (Shop)`).and.contain('payment_methods.')
    for (const { projectId } of [idle, ready]) expect(found?.message).to.not.contain(`${projectId} (Shop)`)
  })

  it('greets the mail server, and fails if it is missing', async () => {
    const before = config().smtpUrl
    expect((await diagnose()).of('smtp')?.message).to.contain('SMTP_URL is not set')
    const server = await startMailServer()
    config().smtpUrl = server.url
    expect((await diagnose()).of('smtp')).to.include({ ok: true })
    closeSmtp()
    await server.close()
    expect((await diagnose()).of('smtp')).to.include({ ok: false })
    closeSmtp()
    config().smtpUrl = before
  })

  const addresses: [url: string, production: boolean, ok: boolean, because: string][] = [
    ['https://pay.example.com', true, true, 'a public address'],
    ['https://pay.example.com', false, true, 'also outside of production'],
    ['http://127.0.0.1:3000', false, true, 'a local address'],
    ['http://127.0.0.1:3000', true, false, 'customers cannot reach it'],
    ['https://localhost', true, false, 'customers cannot reach it'],
    ['http://pay.example.com', false, false, 'payments would be unencrypted'],
    ['https://pay.example.com/shop', true, false, 'it has a path'],
    ['https://pay.example.com?x=1', true, false, 'it has a query'],
    ['https://me:secret@pay.example.com', true, false, 'customers would receive the password'],
  ]
  for (const [url, production, ok, because] of addresses) {
    it(`${ok ? 'accepts' : 'rejects'} ${url} ${production ? 'in' : 'outside of'} production: ${because}`, () => {
      const before = config().baseUrl
      config().baseUrl = url
      const check = checkAddress(production)
      config().baseUrl = before
      expect(check.ok).to.equal(ok)
      expect(check.message).to.not.contain('secret')
    })
  }

  it('finishes all checks when servers are down, and exits with 1', async () => {
    const { code, stdout } = await process_(['doctor', '--json'], {
      DATABASE_URL: 'mysql://me:secret@127.0.0.1:1/none',
      REDIS_URL: 'redis://:secret@127.0.0.1:1/0',
      SMTP_URL: 'smtp://me:secret@127.0.0.1:1',
    })
    expect(code).to.equal(1)
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
    expect(ok).to.equal(false)
    const failed = checks.filter((check) => !check.ok).map(({ name }) => name)
    expect(failed).to.include.members(['database', 'redis', 'smtp'])
    expect(stdout).to.not.contain('secret')
  })
})
