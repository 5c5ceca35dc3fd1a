import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2/promise'
import request from 'supertest'
import type { Member, Started } from '../../dev/engines/engine.ts'
import { mariadbReplica, REPLICA_OPTIONS } from '../../dev/engines/mariadb-replica.ts'
import { freePort } from '../../dev/ports.ts'
import { run, type Running, start } from '../../dev/processes.ts'
import { startMariadb } from '../../dev/servers.ts'
import { process_ } from '../cli/tolbor.ts'
import { startEngine } from '../support/engines.ts'
import { until } from '../support/service.ts'

/** Seconds that the replica may be behind in these tests. */
const LIMIT = 2
const NOT_FOLLOWING = 'receives nothing that is written to DATABASE_URL'

/** Real servers: the replica is stopped, delayed, killed and frozen, while a built web process uses it. */
describe('a replica', () => {
  let folder: string
  let engine: Started
  let primary: Member
  let replica: Member
  let onReplica: Connection
  let env: NodeJS.ProcessEnv
  let url: string
  let web: Running | undefined
  let log: string[] = []
  let project: { id: number; tokens: { test: string } }

  before(async () => {
    folder = mkdtempSync('/tmp/tolbor-replica-')
    engine = await startEngine(mariadbReplica, folder)
    ;[primary, replica] = engine.members as [Member, Member]
    const [port, metricsPort] = [String(await freePort()), String(await freePort())]
    url = `http://127.0.0.1:${port}`
    env = {
      ...process.env,
      PORT: port,
      METRICS_PORT: metricsPort,
      BASE_URL: url,
      LOG_LEVEL: 'info',
      DATABASE_URL: urlOf(primary),
      DATABASE_READ_URL: urlOf(replica),
      DATABASE_READ_MAX_LAG: String(LIMIT),
    }
    await run('node', ['dist/db/migrate.js'], { env })
    const created = await process_(['project', 'create', '--name', 'Shop', '--json'], env)
    project = JSON.parse(created.stdout) as typeof project
    onReplica = await mysql.createConnection({ uri: urlOf(replica) })
  })
  after(async () => {
    onReplica.destroy()
    await replica.stop()
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function urlOf({ port }: Member, database = 'tolbor'): string {
    return `mysql://root@127.0.0.1:${port}/${database}`
  }

  async function startWeb(more: NodeJS.ProcessEnv = {}): Promise<void> {
    log = []
    web = start('web', 'node', ['dist/api/main.js'], {
      env: { ...env, ...more },
      onLine: (line) => log.push(line),
    })
    await until(async () => logged('web is listening') === 1)
  }

  async function stopWeb(): Promise<void> {
    await web?.stop()
    web = undefined
  }

  const logged = (text: string) => log.filter((line) => line.includes(text)).length
  const untilUsed = (times = 1) => until(async () => logged('the replica is used for lists') === times)
  const untilUnused = (why: string, times = 1) => until(async () => logged(why) === times)

  const call = (method: 'get' | 'post', path: string) =>
    request(url)[method](`/v1/projects/${project.id}${path}`).auth(project.tokens.test, { type: 'bearer' })

  /** Starts the killed replica again, on its port and with its data. */
  async function startReplica(): Promise<void> {
    const settings = { folder, relaxedDurability: true }
    replica = await startMariadb(settings, 'tolbor', {
      name: 'replica',
      options: ['--read-only=ON', ...REPLICA_OPTIONS],
    })
    onReplica.destroy()
    onReplica = await mysql.createConnection({ uri: urlOf(replica) })
  }

  async function atPrimary(statements: string): Promise<void> {
    const connection = await mysql.createConnection({ uri: urlOf(primary), multipleStatements: true })
    await connection.query(statements)
    await connection.end()
  }

  async function createCustomer(): Promise<number> {
    const { body } = await call('post', '/customers')
      .send({ email: `${Math.random()}@example.com` })
      .expect(201)
    return (body as { data: { id: number } }).data.id
  }

  async function isListed(id: number): Promise<boolean> {
    const { body } = await call('get', '/customers').expect(200)
    return (body as { data: { id: number }[] }).data.some((customer) => customer.id === id)
  }

  async function metric(name: string): Promise<number> {
    const { text } = await request(`http://127.0.0.1:${env.METRICS_PORT}`).get('/metrics')
    return Number(new RegExp(`^${name}{server="127.0.0.1:${replica.port}"} (.+)$`, 'm').exec(text)?.[1])
  }

  async function diagnose(more: NodeJS.ProcessEnv = {}) {
    const { stdout } = await process_(['doctor', '--json'], { ...env, ...more })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; message: string }[] }
    return (name: string) => checks.find((check) => check.name === name)
  }

  describe('that a web process uses', () => {
    let atStart: string[]
    before(async () => {
      await startWeb()
      await untilUsed()
      atStart = log
    })
    beforeEach(() => {
      log = []
    })
    after(stopWeb)

    it('shows new objects at once, and the doctor finds nothing wrong with it', async () => {
      const id = await createCustomer()
      await until(() => isListed(id))
      expect([await metric('tolbor_replica_used'), await metric('tolbor_replica_lag_seconds')]).to.deep.equal(
        [1, 0],
      )
      const of = await diagnose()
      expect(of('replica')).to.include({ ok: true })
      expect(of('replica lag')?.message).to.match(/arrived after \d+ ms/)
      expect(
        [...atStart, ...log].filter((line) => /the replica (takes|is the server)/.test(line)),
      ).to.deep.equal([])
    })

    it('is used while it is a little behind, and not beyond the limit; then it is used again', async () => {
      await onReplica.query('STOP SLAVE SQL_THREAD')
      try {
        const id = await createCustomer()
        expect(await isListed(id)).to.equal(false)
        await call('get', `/customers/${id}`).expect(200)
        await untilUnused('s behind the primary, more than DATABASE_READ_MAX_LAG (2)')
        expect(await isListed(id)).to.equal(true)
        expect(await metric('tolbor_replica_used')).to.equal(0)
        await until(async () => (await metric('tolbor_replica_lag_seconds')) > LIMIT + 1)
        expect(logged('the replica is ')).to.equal(1) // behind
      } finally {
        await onReplica.query('START SLAVE SQL_THREAD')
      }
      await untilUsed()
      expect(await metric('tolbor_replica_lag_seconds')).to.equal(0)
    })

    it('is replaced by the primary at once when it is killed, and used again when it is back (replica-killed)', async () => {
      const id = await createCustomer()
      await until(() => isListed(id))
      process.kill(replica.pid, 'SIGKILL')
      await replica.ended
      const answers = await Promise.all(Array.from({ length: 20 }, () => isListed(id)))
      expect(new Set(answers)).to.deep.equal(new Set([true]))
      await untilUnused('the replica cannot be reached: check the server, the network and DATABASE_READ_URL')
      expect((await diagnose())('replica')?.message).to.include('cannot be reached')
      await startReplica()
      await untilUsed()
      expect(logged('the replica cannot be reached')).to.equal(1)
    })

    it('is replaced by the primary within seconds when it hangs, also for reads that wait', async () => {
      const id = await createCustomer()
      await until(() => isListed(id))
      process.kill(replica.pid, 'SIGSTOP')
      try {
        const answers = await Promise.all(Array.from({ length: 20 }, () => isListed(id)))
        expect(new Set(answers)).to.deep.equal(new Set([true]))
        await untilUnused('the replica did not answer within 2 s')
        expect(await isListed(id)).to.equal(true)
      } finally {
        process.kill(replica.pid, 'SIGCONT')
      }
      await untilUsed()
    })
  })

  describe('with a wrong address or wrong settings', () => {
    afterEach(stopWeb)

    it('is never used if it is another database, which the log and the doctor name', async () => {
      await onReplica.query('CREATE DATABASE other')
      await onReplica.query('CREATE TABLE other.replica_probes LIKE tolbor.replica_probes')
      const more = { DATABASE_READ_URL: urlOf(replica, 'other') }
      await startWeb(more)
      const id = await createCustomer()
      expect(await isListed(id)).to.equal(true)
      await untilUnused(NOT_FOLLOWING)
      expect(logged('the replica is used')).to.equal(0)
      expect((await diagnose(more))('replica lag')?.message).to.include(NOT_FOLLOWING)
    })

    it('is never used if it has no tables', async () => {
      await onReplica.query('CREATE DATABASE IF NOT EXISTS blank')
      const more = { DATABASE_READ_URL: urlOf(replica, 'blank') }
      await startWeb(more)
      await untilUnused(NOT_FOLLOWING)
      expect((await diagnose(more))('replica lag')?.message).to.include(NOT_FOLLOWING)
    })

    it('is named if it is the primary itself', async () => {
      const more = { DATABASE_READ_URL: urlOf(primary) }
      await startWeb(more)
      await untilUnused('the replica is the server of DATABASE_URL itself')
      expect((await diagnose(more))('replica')).to.deep.include({
        ok: false,
        message:
          'It is the server of DATABASE_URL itself: let DATABASE_READ_URL name a replica, or remove it.',
      })
    })

    it('is named if it takes writes', async () => {
      await onReplica.query('SET GLOBAL read_only = OFF')
      try {
        await startWeb()
        await untilUnused('the replica takes writes')
        expect((await diagnose())('replica')?.message).to.include('set read_only=ON on that server')
      } finally {
        await onReplica.query('SET GLOBAL read_only = ON')
      }
    })

    it('leaves the process not ready if the addresses are swapped, because its primary is read-only', async () => {
      await atPrimary(`CREATE USER merchant@'%'; GRANT ALL ON tolbor.* TO merchant@'%'`)
      const swapped = {
        DATABASE_URL: urlOf(replica).replace('root', 'merchant'),
        DATABASE_READ_URL: urlOf(primary).replace('root', 'merchant'),
      }
      await startWeb(swapped)
      await untilUnused('the database is read-only: connect to the primary, or make this server writable')
      const { status, body } = await request(url).get('/readyz')
      expect([status, (body as { mysql: string }).mysql]).to.deep.equal([
        503,
        'is read-only: connect to the primary, or make this server writable',
      ])
      const of = await diagnose(swapped)
      expect(of('database writes')).to.include({ ok: false })
      expect(of('database writes')?.message).to.include('The database is read-only')
      expect(logged('the replica is used')).to.equal(0)
    })
  })
})
