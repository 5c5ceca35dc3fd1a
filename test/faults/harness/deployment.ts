import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mysql, { type Connection } from 'mysql2/promise'
import type { Engines } from '../../../dev/engines/catalog.ts'
import type { Started } from '../../../dev/engines/engine.ts'
import { freePort } from '../../../dev/ports.ts'
import { run } from '../../../dev/processes.ts'
import { startMailServer } from '../../emails/mail-server.ts'
import { deleteRedisData, startEngine } from '../../support/engines.ts'
import type { Shop } from './clients.ts'
import { Disk } from './disk.ts'
import type { Journal } from './journal.ts'
import { Supervised } from './supervised.ts'

const WEBS = 2
const WORKERS = 2
const PLAN = { key: 'club', amount: 30_000 }

/** How the processes differ from their defaults. */
export interface Settings {
  /** Returns further variables for the web and worker processes, by the order of their start. */
  env?: (index: number) => NodeJS.ProcessEnv
  /** The folder of the release that is started first. */
  release?: string
  /** Megabytes of the disk of the database: a file system in a file, which needs root. The default is the disk of the folder. */
  disk?: number
  /** Whether lists are read from the replica, the second server of the database. */
  readsFromReplica?: boolean
  /** Seconds after which another worker takes over a lost job. The default is the one of production. */
  lease?: number
  /** Starts engines as other tests do: sooner, and commits are not written to disk. Only for a case that kills no engine. */
  testEngines?: boolean
}

/** The service as an operator runs it: two web and two worker processes, a supervisor, and engines of its own. */
export class Deployment {
  readonly #engines: Engines
  readonly #folder: string
  readonly #mails: Awaited<ReturnType<typeof startMailServer>>
  readonly #receiver: Server
  readonly env: NodeJS.ProcessEnv
  /** The small disk of the database, if the case has one. */
  readonly disk: Disk | undefined
  readonly webs: Supervised[] = []
  readonly workers: Supervised[] = []
  database: Started
  redis: Started
  shop: Shop

  private constructor(
    engines: Engines,
    folder: string,
    started: { database: Started; redis: Started },
    others: Pick<Deployment, 'disk'> & {
      mails: Awaited<ReturnType<typeof startMailServer>>
      receiver: Server
    },
    env: NodeJS.ProcessEnv,
  ) {
    this.#engines = engines
    this.#folder = folder
    this.#mails = others.mails
    this.#receiver = others.receiver
    this.disk = others.disk
    this.database = started.database
    this.redis = started.redis
    this.env = env
    this.shop = { urls: [], projectId: 0, token: '', plan: PLAN }
  }

  /** Starts everything in an empty folder, and creates a project with a plan and a webhook endpoint. */
  static async start(
    engines: Engines,
    folder: string,
    journal: Journal,
    settings: Settings = {},
  ): Promise<Deployment> {
    const disk = settings.disk === undefined ? undefined : new Disk(join(folder, 'database'), settings.disk)
    const startOne = (kind: keyof Engines) =>
      settings.testEngines
        ? startEngine(engines[kind], join(folder, kind))
        : engines[kind].start({ folder: join(folder, kind) }, 'tolbor')
    const [database, redis] = await Promise.all([startOne('database'), startOne('redis')])
    const mails = await startMailServer()
    const receiver = await startReceiver(journal)
    const ports = [await freePort(), await freePort()].slice(0, WEBS)
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      ...(settings.readsFromReplica && { DATABASE_READ_URL: replicaOf(database) }),
      REDIS_URL: redis.url,
      BASE_URL: urls[0]!,
      SMTP_URL: mails.url,
      SECRET_KEY: '0123456789abcdef'.repeat(4),
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'info',
      // All clients share one token, unlike the merchants of a real installation.
      ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
    }
    const deployment = new Deployment(engines, folder, { database, redis }, { mails, receiver, disk }, env)
    deployment.shop = { ...deployment.shop, urls }
    const release = resolve(settings.release ?? '.')
    try {
      await run('node', ['dist/db/migrate.js'], { env, cwd: release })
      deployment.#startProcesses(ports, release, settings)
      await deployment.#createProject(receiver, release)
      await deployment.waitUntilReady()
    } catch (error) {
      await deployment.stop()
      throw error
    }
    return deployment
  }

  #startProcesses(ports: readonly number[], release: string, settings: Settings): void {
    const { env = () => ({}), lease } = settings
    const args = lease === undefined ? [] : ['--lease-seconds', String(lease)]
    const program = (name: string, file: string, index: number, more: NodeJS.ProcessEnv) => ({
      ...{ name, file, args, release, log: join(this.#folder, `${name}.log`) },
      env: { ...this.env, ...more, ...env(index) },
    })
    for (const [index, port] of ports.entries())
      this.webs.push(
        new Supervised(program(`web-${index + 1}`, 'dist/api/main.js', index, { PORT: String(port) })),
      )
    for (let index = 0; index < WORKERS; index += 1)
      this.workers.push(
        new Supervised(program(`worker-${index + 1}`, 'dist/worker/main.js', WEBS + index, {})),
      )
  }

  async #createProject(receiver: Server, release: string): Promise<void> {
    const args = ['dist/cli/main.js', 'project', 'create', '--name', 'Shop', '--json']
    const { id, tokens } = JSON.parse(await run('node', args, { env: this.env, cwd: release })) as {
      id: number
      tokens: { test: string }
    }
    this.shop = { ...this.shop, projectId: id, token: tokens.test }
    await this.waitUntilReady()
    const { key: lookup_key, amount: unit_amount } = PLAN
    const monthly = { recurring_interval: 'month', recurring_interval_count: 1 }
    await this.#call('/prices', { unit_amount, lookup_key, ...monthly, product_data: { name: 'Club' } })
    const { port } = receiver.address() as AddressInfo
    await this.#call('/webhook-endpoints', { url: `http://127.0.0.1:${port}/hooks` })
  }

  async #call(path: string, body: object): Promise<void> {
    const { urls, projectId, token } = this.shop
    const response = await fetch(`${urls[0]}/v1/projects/${projectId}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  }

  get processes(): readonly Supervised[] {
    return [...this.webs, ...this.workers]
  }

  /** Waits up to a minute until both web processes are ready. */
  async waitUntilReady(urls = this.shop.urls): Promise<void> {
    for (const url of urls)
      for (const end = Date.now() + 60_000; ; await pause(100)) {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) break
        if (Date.now() > end) throw new Error(`${url} is not ready after a minute. See ${this.#folder}.`)
      }
  }

  /** Starts the database again with its data, after it was stopped or killed. */
  async startDatabase(): Promise<void> {
    this.database = await this.#engines.database.start({ folder: join(this.#folder, 'database') }, 'tolbor')
  }

  /** Starts Redis again with its data, after it was stopped or killed. */
  async startRedis(): Promise<void> {
    this.redis = await this.#engines.redis.start({ folder: join(this.#folder, 'redis') }, 'tolbor')
  }

  /** Deletes the data of a stopped Redis. */
  deleteRedisData(): void {
    deleteRedisData(join(this.#folder, 'redis'))
  }

  /** Opens a connection to the database. */
  connect(): Promise<Connection> {
    return mysql.createConnection({ uri: this.database.url, timezone: 'Z' })
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.stop()))
    await this.redis.stop()
    await this.database.stop()
    this.disk?.remove()
    await this.#mails.close()
    this.#receiver.close()
    this.#receiver.closeAllConnections()
  }

  /** Copies the ids of the emails that have arrived into the journal. */
  noteEmails(journal: Journal): void {
    journal.emails.splice(0, Infinity, ...this.#mails.taken.map(({ mail }) => mail.messageId ?? ''))
  }
}

function replicaOf({ url, members }: Started): string {
  const address = new URL(url)
  address.port = String(members[1]!.port)
  return address.href
}

/** Starts the merchant's server, which notes each webhook before it confirms it. */
async function startReceiver(journal: Journal): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: number
        type: string
        data: { object: { id: number } }
      }
      const { id: eventId, type, data } = event
      journal.notices.push({ at: Date.now(), eventId, type, objectId: data.object.id })
      response.writeHead(200).end('ok')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
