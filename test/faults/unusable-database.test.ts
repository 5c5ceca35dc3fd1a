import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import request from 'supertest'
import type { Started } from '../../dev/engines/engine.ts'
import { freePort } from '../../dev/ports.ts'
import { run, type Running, start } from '../../dev/processes.ts'
import { startMariadb } from '../../dev/servers.ts'
import { process_ } from '../cli/tolbor.ts'
import { singleDatabase, startEngine } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { until } from '../support/service.ts'
import { exhaustConnections } from './harness/cases/database.ts'

/** The rights that the deployment guide grants. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX, DROP'

describe('a database that cannot be used', () => {
  let folder: string
  let server: Started
  let root: Connection
  let env: NodeJS.ProcessEnv
  let web: Running | undefined
  let worker: Running | undefined
  let log: string[] = []
  let workerLog: string[] = []

  before(async () => {
    folder = mkdtempSync('/tmp/tolbor-unusable-')
    server = await startEngine(singleDatabase, folder)
    root = await mysql.createConnection({ uri: server.url, multipleStatements: true })
    await root.query(`CREATE USER me@'%' IDENTIFIED BY 'pass'; GRANT ${RIGHTS} ON *.* TO me@'%'`)
    const port = String(await freePort())
    env = { ...process.env, PORT: port, BASE_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'info' }
    env.DATABASE_URL = urlOf('me:pass', 'tolbor')
    await run('node', ['dist/db/migrate.js'], { env })
  })
  after(async () => {
    await root.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    await Promise.all([web?.stop(), worker?.stop()])
    web = undefined
    worker = undefined
  })

  function urlOf(user: string, database: string): string {
    return `mysql://${user}@${new URL(server.url).host}/${database}`
  }

  function startWeb(more: NodeJS.ProcessEnv = {}): void {
    log = []
    web = start('web', 'node', ['dist/api/main.js'], {
      env: { ...env, ...more },
      onLine: (line) => log.push(line),
    })
  }

  function startWorker(more: NodeJS.ProcessEnv = {}): void {
    workerLog = []
    worker = start('worker', 'node', ['dist/worker/main.js'], {
      env: { ...env, ...more },
      onLine: (line) => workerLog.push(line),
    })
  }

  const url = () => env.BASE_URL ?? ''
  const ready = async () => {
    const response = await request(url())
      .get('/readyz')
      .catch(() => undefined)
    const { ok, mysql: state } = (response?.body ?? {}) as { ok?: boolean; mysql?: string }
    return { status: response?.status, ok, state }
  }
  const isLogged = (text: string) => async () => log.some((line) => line.includes(text))
  const diagnose = async (more: NodeJS.ProcessEnv, name: string) => {
    const { stdout } = await process_(['doctor', '--json'], { ...env, ...more })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; message: string }[] }
    return checks.find((check) => check.name === name)
  }

  async function release(given: NodeJS.ProcessEnv): Promise<{ code: string; said: string }> {
    const said: string[] = []
    const onLine = (line: string) => said.push(line)
    const code = await start('release', 'node', ['dist/db/migrate.js'], { env: given, onLine }).ended
    return { code, said: said.join('\n') }
  }

  const starts: [what: string, user: string, database: string, says: string][] = [
    ['with a wrong password', 'me:wrong', 'tolbor', 'refuses this user or password'],
    ['that does not exist', 'me:pass', 'nowhere', 'does not exist'],
    ['that was never migrated', 'me:pass', 'blank', 'run the release process'],
  ]
  for (const [what, user, database, says] of starts)
    it(`${what} is named by /readyz, the logs of web and worker, and the doctor`, async () => {
      await root.query('CREATE DATABASE IF NOT EXISTS blank')
      const more = { DATABASE_URL: urlOf(user, database) }
      startWeb(more)
      startWorker(more)
      await until(async () => (await ready()).status !== undefined)
      expect(await ready()).to.include({ status: 503, ok: false })
      expect((await ready()).state).to.include(says)
      await until(isLogged(says))
      await until(async () => workerLog.some((line) => line.includes(says)))
      const found = await diagnose(more, database === 'blank' ? 'migrations' : 'database')
      expect(found).to.include({ ok: false })
      expect(found?.message).to.include(says)
      expect(log.join('\n') + workerLog.join('\n') + JSON.stringify(found)).to.not.include(':wrong@')
    })

  describe('while a web process runs', () => {
    let project: { id: number; tokens: { test: string } }
    let running: Running

    before(async () => {
      const { stdout } = await process_(['project', 'create', '--name', 'Shop', '--json'], env)
      project = JSON.parse(stdout) as typeof project
      startWeb()
      running = web!
      web = undefined // it runs until the last of these tests
      await until(async () => (await ready()).status === 200)
    })
    beforeEach(() => {
      log.length = 0
    })
    after(() => running.stop())

    const create = () =>
      request(url())
        .post(`/v1/projects/${project.id}/checkouts`)
        .auth(project.tokens.test, { type: 'bearer' })
        .send(tea())

    it('because it is read-only fails /readyz and the doctor, and is logged once for many requests', async () => {
      await create().expect(201)
      await root.query('SET GLOBAL read_only = 1')
      for (let n = 0; n < 20; n += 1) await create().expect(503)
      expect(await ready()).to.include({ status: 503, ok: false })
      expect((await ready()).state).to.include('is read-only')
      await until(isLogged('the database is read-only'))
      const lines = log.filter((line) => line.includes('the database is read-only'))
      expect(lines).to.have.length.below(3)
      expect(lines[0]).to.include('"cause":"read_only"')
      expect(await diagnose({}, 'database writes')).to.include({ ok: false })
      await root.query('SET GLOBAL read_only = 0')
      expect(await ready()).to.include({ status: 200, state: 'ok' })
      await create().expect(201)
    })

    it('because it accepts no more connections returns 503, is logged, and works again when some are free (database-no-connections)', async () => {
      await create().expect(201)
      const exhausted = exhaustConnections(server.url, 3_000, [root])
      await until(async () => (await create()).status === 503)
      // The first failure may be a connection that was closed.
      await until(async () => {
        await create()
        return isLogged('the database accepts no more connections')()
      })
      await exhausted
      await until(async () => (await create()).status === 201)
    })

    it('because its disk is full returns 503, is logged, and works again when there is space (database-disk-full)', async () => {
      // InnoDB's error, without a full disk
      await root.query(
        "CREATE TRIGGER full BEFORE INSERT ON checkouts FOR EACH ROW SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114",
      )
      await create().expect(503)
      await until(isLogged('the database has no space left'))
      await root.query('DROP TRIGGER full')
      await create().expect(201)
      await until(isLogged('the database works again')) // once for all causes, within 10 s
    })
  })

  it('because it is read-only lets a worker wait, which continues by itself, and stops a release', async () => {
    await root.query('SET GLOBAL read_only = 1')
    startWorker()
    await until(async () => workerLog.some((line) => line.includes('the database is read-only')))
    const { code, said } = await release(env)
    expect(code).to.equal('exit code 1')
    expect(said).to.include('The database is read-only: connect to the primary')
    const beats = async () => {
      const [rows] = await root.query<RowDataPacket[]>('SELECT id FROM tolbor.worker_heartbeats')
      return rows.length
    }
    expect(await beats()).to.equal(0)
    await root.query('SET GLOBAL read_only = 0')
    await until(async () => (await beats()) === 1)
  })

  it('on a server that is too old is refused by a release before it creates a table, and named by the doctor', async () => {
    const template = process.env.DATABASE_TEMPLATE
    const settings = { folder: `${folder}/old`, relaxedDurability: true, template }
    const old = await startMariadb(settings, 'without_tables', { options: ['--version=10.3.39-MariaDB'] })
    try {
      const more = { DATABASE_URL: old.url }
      const { code, said } = await release({ ...env, ...more })
      expect(code).to.equal('exit code 1')
      expect(said).to.include('MariaDB 10.3.39-MariaDB is too old: use MariaDB 10.6')
      expect((await diagnose(more, 'database'))?.message).to.include('is too old')
      const connection = await mysql.createConnection({ uri: old.url })
      const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES')
      await connection.end()
      expect(tables).to.deep.equal([])
    } finally {
      await old.stop()
    }
  })

  it('by a newer release is logged, and named by the doctor and by release', async () => {
    await root.query("INSERT INTO migrations (name) VALUES ('9901-from-the-future')")
    startWeb()
    await until(isLogged('the database is from a newer release'))
    expect(await ready()).to.include({ status: 200 })
    expect((await diagnose({}, 'migrations'))?.message).to.include('9901-from-the-future')
    expect((await release(env)).said).to.include('9901-from-the-future')
    await root.query("DELETE FROM migrations WHERE name = '9901-from-the-future'")
  })
})
