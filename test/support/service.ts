import { mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import request, { type Test } from 'supertest'
import { freePort } from '../../dev/ports.ts'
import { run, type Running, start } from '../../dev/processes.ts'
import { type Server, startMariadb, startRedis } from '../../dev/servers.ts'

/** A job that is lost shows after this long, in seconds, instead of two minutes. */
const LEASE = 2

/** Lets a process go by a clock that is wrong by so many seconds. */
const SKEWED = ['--import', './test/support/skewed-clock.mjs']

let databases = 0

/**
 * The service as it runs in production: built, in processes of its own, with a database and a Redis
 * that nobody else uses, so that each of them may be killed.
 */
export class Service {
  readonly url: string
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  readonly lease: readonly string[]
  readonly database: Connection
  /** Where the test asked for one of its own. */
  readonly mariadb: Server | undefined
  redis: Server
  web: Running | undefined
  workers: Running[] = []
  /** What the workers have logged. */
  readonly log: string[] = []
  project = { id: 0, token: '' }

  private constructor(
    url: string,
    env: NodeJS.ProcessEnv,
    folder: string,
    lease: number,
    database: Connection,
    mariadb: Server | undefined,
    redis: Server,
  ) {
    this.url = url
    this.env = env
    this.folder = folder
    this.lease = ['--lease-seconds', String(lease)]
    this.database = database
    this.mariadb = mariadb
    this.redis = redis
  }

  /**
   * `ownServer`: with a MariaDB that no other test uses, for those who stop it. `webClock`: by how many seconds
   * the web process's clock is wrong.
   */
  static async start(
    env: NodeJS.ProcessEnv = {},
    { workers = 1, ownServer = false, webClock = 0, lease = LEASE } = {},
  ): Promise<Service> {
    const folder = mkdtempSync('/tmp/tolbor-service-')
    const redis = await startRedis({ folder, relaxedDurability: true })
    const mariadb = ownServer ? await startMariadb({ folder, relaxedDurability: true }, 'tolbor') : undefined
    const { database, url: databaseUrl } = await newDatabase(mariadb)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const own = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, BASE_URL: url, PORT: String(port) }
    const service = new Service(
      url,
      { ...process.env, ...own, ...env },
      folder,
      lease,
      database,
      mariadb,
      redis,
    )
    if (mariadb) await run('node', ['dist/db/migrate.js'], { env: service.env })
    await service.startWeb(webClock)
    for (let count = 0; count < workers; count += 1) service.startWorker()
    await service.createProject()
    return service
  }

  async startWeb(clock = 0): Promise<void> {
    this.web = start('web', 'node', [...SKEWED, 'dist/api/main.js', ...this.lease], {
      env: { ...this.env, CLOCK_WRONG_BY: String(clock) },
      onLine: () => undefined,
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

  startWorker(clock = 0, env: NodeJS.ProcessEnv = {}): void {
    const worker = start('worker', 'node', [...SKEWED, 'dist/worker/main.js', ...this.lease], {
      env: { ...this.env, ...env, CLOCK_WRONG_BY: String(clock) },
      onLine: (line) => this.log.push(line),
    })
    this.workers.push(worker)
  }

  /** Starts a worker and waits until it takes jobs: a busy machine needs seconds to start a process. */
  async startWorkerAndWait(clock = 0): Promise<void> {
    const before = this.log.length
    this.startWorker(clock, { LOG_LEVEL: 'info' })
    await until(async () => this.log.slice(before).some((line) => line.includes('worker is taking jobs')))
  }

  /** `kill -9`: the process has no chance to finish anything. */
  async kill(running: Running | undefined): Promise<void> {
    if (!running) return
    process.kill(running.pid, 'SIGKILL')
    await running.ended
    this.workers = this.workers.filter((worker) => worker !== running)
  }

  async stopRedis(): Promise<void> {
    await this.redis.stop()
  }

  async restartRedis(): Promise<void> {
    this.redis = await startRedis({ folder: this.folder, port: this.redis.port, relaxedDurability: true })
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
    await this.mariadb?.stop()
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

/** Empty on a server of its own; on the runner's with the tables that the runner has already, as migrating takes long. */
async function newDatabase(server: Server | undefined): Promise<{ database: Connection; url: string }> {
  const address = new URL(server?.url ?? process.env.DATABASE_URL ?? '')
  const runners = address.pathname.slice(1)
  address.pathname += `_service${(databases += 1)}`
  const name = address.pathname.slice(1)
  const connection = await mysql.createConnection({ uri: new URL('/', address).href })
  await connection.query('DROP DATABASE IF EXISTS ??', [name])
  await connection.query('CREATE DATABASE ??', [name])
  if (!server) await copyTables(connection, runners, name)
  await connection.end()
  return { database: await mysql.createConnection({ uri: address.href, timezone: 'Z' }), url: address.href }
}

/** Without their rows, but for the names of the migrations that made them. */
async function copyTables(connection: Connection, from: string, to: string): Promise<void> {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  )
  for (const { name } of tables)
    await connection.query('CREATE TABLE ??.?? LIKE ??.??', [to, name, from, name])
  await connection.query('INSERT INTO ??.migrations SELECT * FROM ??.migrations', [to, from])
}

/** Waits for what will be true, however busy the machine is, and looks every few milliseconds. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 100_000; ; await sleep(20)) {
    if (await isTrue()) return
    if (Date.now() > end) throw new Error(`still not so after 100 s: ${isTrue.toString()}`)
  }
}
