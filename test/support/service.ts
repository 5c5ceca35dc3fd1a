import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import request, { type Test } from 'supertest'
import { becomesTrue } from '../../dev/becomes-true.ts'
import type { Engines } from '../../dev/engines/catalog.ts'
import type { Started } from '../../dev/engines/engine.ts'
import { mariadb } from '../../dev/engines/mariadb.ts'
import { freePort } from '../../dev/ports.ts'
import { run, type Running, start } from '../../dev/processes.ts'
import { deleteRedisData, startEngine, testEngines } from './engines.ts'

/** The lease in seconds, so that another worker takes over a lost job after 2 seconds instead of two minutes. */
const LEASE = 2

/** Gives a process a wrong clock: see `CLOCK_WRONG_BY`. */
const SKEWED = ['--import', resolve('test/support/skewed-clock.mjs')]

let databases = 0

/**
 * The service as it runs in production: built, in separate processes, with its own database and Redis, so that a
 * test can kill each of them.
 */
export class Service {
  readonly url: string
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly lease: readonly string[]
  readonly engines: Engines
  database: Connection
  /** The test's own database server, if it asked for one. */
  ownDatabase: Started | undefined
  redis: Started
  web: Running | undefined
  workers: Running[] = []
  /** The log lines of the workers. */
  readonly log: string[] = []
  readonly webLog: string[] = []
  project = { id: 0, token: '' }

  private constructor(
    url: string,
    env: NodeJS.ProcessEnv,
    folder: string,
    engines: Engines,
    lease: number,
    database: Connection,
    ownDatabase: Started | undefined,
    redis: Started,
  ) {
    this.url = url
    this.env = env
    this.folder = folder
    this.engines = engines
    this.lease = ['--lease-seconds', String(lease)]
    this.database = database
    this.ownDatabase = ownDatabase
    this.redis = redis
  }

  /**
   * Starts the service and creates a project. `ownServer` starts a database server that the test may stop. With
   * `binaryLog` it is a MariaDB with a binary log on every engine, since the guide to backups uses MariaDB's tools.
   * `durable` writes each commit to disk, for a test that kills that server. `redis` is a Redis engine for this
   * test, whatever `--engine` names. `webClock` is the error of the web process's clock in seconds. `webFolder` has the build of another release.
   */
  static async start(
    env: NodeJS.ProcessEnv = {},
    {
      workers = 1,
      ownServer = false,
      binaryLog = false,
      durable = false,
      webClock = 0,
      lease = LEASE,
      webFolder = '.',
      redis: engine = testEngines.redis,
    } = {},
  ): Promise<Service> {
    const folder = mkdtempSync('/tmp/tolbor-service-')
    const engines = { database: binaryLog ? mariadb : testEngines.database, redis: engine }
    const redis = await startEngine(engine, join(folder, 'redis'))
    const settings = { binaryLog, relaxedDurability: !durable }
    const ownDatabase = ownServer
      ? await startEngine(engines.database, join(folder, 'database'), settings)
      : undefined
    const { database, url: databaseUrl, hasTables } = await newDatabase(ownDatabase)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const own = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, BASE_URL: url, PORT: String(port) }
    const service = new Service(
      url,
      { ...process.env, ...own, ...env },
      folder,
      engines,
      lease,
      database,
      ownDatabase,
      redis,
    )
    if (!hasTables) await run('node', ['dist/db/migrate.js'], { env: service.env })
    await service.startWeb(webClock, webFolder)
    for (let count = 0; count < workers; count += 1) service.startWorker()
    await service.createProject()
    return service
  }

  async startWeb(clock = 0, cwd = '.'): Promise<void> {
    this.web = start('web', 'node', [...SKEWED, 'dist/api/main.js', ...this.lease], {
      cwd,
      env: { ...this.env, CLOCK_WRONG_BY: String(clock) },
      onLine: (line) => this.webLog.push(line),
    })
    await until(
      async () =>
        (
          await request(this.url)
            .get('/readyz')
            .catch(() => undefined)
        )?.status === 200,
    )
  }

  startWorker(clock = 0, env: NodeJS.ProcessEnv = {}, cwd = '.'): void {
    const worker = start('worker', 'node', [...SKEWED, 'dist/worker/main.js', ...this.lease], {
      cwd,
      env: { ...this.env, ...env, CLOCK_WRONG_BY: String(clock) },
      onLine: (line) => this.log.push(line),
    })
    this.workers.push(worker)
  }

  /** Starts a worker and waits until it takes jobs, since a busy machine needs seconds to start a process. */
  async startWorkerAndWait(clock = 0, cwd = '.'): Promise<void> {
    const before = this.log.length
    this.startWorker(clock, { LOG_LEVEL: 'info' }, cwd)
    await until(async () => this.log.slice(before).some((line) => line.includes('worker is taking jobs')))
  }

  /** Kills a process with SIGKILL, so that it cannot finish anything. */
  async kill(running: Running | undefined): Promise<void> {
    if (!running) return
    process.kill(running.pid, 'SIGKILL')
    await running.ended
    this.workers = this.workers.filter((worker) => worker !== running)
  }

  /** Opens the test's connection to the database again, after its server was replaced. */
  async reconnect(): Promise<void> {
    this.database.destroy()
    this.database = await mysql.createConnection({ uri: this.env.DATABASE_URL ?? '', timezone: 'Z' })
  }

  /** Starts the test's own database server again with its data, after it was stopped or killed. */
  async restartDatabase(): Promise<void> {
    const { url } = this.ownDatabase!
    const settings = { relaxedDurability: false }
    this.ownDatabase = await startEngine(this.engines.database, join(this.folder, 'database'), settings)
    if (this.ownDatabase.url !== url)
      throw new Error(
        `Another program took a port of ${url} while the database was down. Run the test again.`,
      )
    await this.reconnect()
  }

  async stopRedis(): Promise<void> {
    await this.redis.stop()
  }

  /** Deletes the data of the stopped Redis. */
  deleteRedisData(): void {
    deleteRedisData(join(this.folder, 'redis'))
  }

  async restartRedis(): Promise<void> {
    const { url } = this.redis
    this.redis = await startEngine(this.engines.redis, join(this.folder, 'redis'))
    if (this.redis.url !== url)
      throw new Error(`Another program took a port of ${url} while Redis was down. Run the test again.`)
  }

  call(method: 'get' | 'post' | 'patch', path: string, body?: object): Test {
    const test = request(this.url)[method](`/v1/projects/${this.project.id}${path}`)
    test.set('Authorization', `Bearer ${this.project.token}`)
    return body ? test.send(body) : test
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const [rows] = await this.database.query<RowDataPacket[]>(text, values)
    return rows as Row[]
  }

  async count(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`, values)
    return row?.n ?? 0
  }

  async stop(): Promise<void> {
    await Promise.all([this.web, ...this.workers].flatMap((running) => (running ? [running.stop()] : [])))
    await this.redis.stop()
    await this.database.end()
    await this.ownDatabase?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async createProject(): Promise<void> {
    const args = ['dist/cli/main.js', 'project', 'create', '--name', 'Shop', '--json']
    const { id, tokens } = JSON.parse(await run('node', args, { env: this.env })) as {
      id: number
      tokens: { test: string }
    }
    this.project = { id, token: tokens.test }
  }
}

interface NewDatabase {
  database: Connection
  url: string
  hasTables: boolean
}

/**
 * Creates a database with copies of the tables of the runner's database, or of the test's own server if that has some, because
 * migrating is slow.
 */
async function newDatabase(server: Started | undefined): Promise<NewDatabase> {
  const address = new URL(server?.url ?? process.env.DATABASE_URL ?? '')
  const from = address.pathname.slice(1)
  address.pathname += `_service${(databases += 1)}`
  const name = address.pathname.slice(1)
  const connection = await mysql.createConnection({
    uri: new URL('/', address).href,
    multipleStatements: true,
  })
  await connection.query('DROP DATABASE IF EXISTS ??', [name])
  await connection.query('CREATE DATABASE ??', [name])
  const hasTables = await copyTables(connection, from, name)
  await connection.end()
  const database = await mysql.createConnection({ uri: address.href, timezone: 'Z' })
  return { database, url: address.href, hasTables }
}

/** Copies all tables without their rows, except the names of the migrations. Returns whether there are tables. */
async function copyTables(connection: Connection, from: string, to: string): Promise<boolean> {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  )
  if (tables.length === 0) return false
  const copies = tables.map(({ name }) =>
    connection.format('CREATE TABLE ??.?? LIKE ??.??', [to, name, from, name]),
  )
  await connection.query(copies.join(';'))
  await connection.query('INSERT INTO ??.migrations SELECT * FROM ??.migrations', [to, from])
  return true
}

/** Waits up to 100 seconds until `isTrue`, since a busy machine can be slow. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  if (!(await becomesTrue(isTrue, 100))) throw new Error(`Not true after 100 s: ${isTrue.toString()}`)
}
