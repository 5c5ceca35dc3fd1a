import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atomically } from '../common/runtime/atomically.ts'
import { becomesTrue } from './becomes-true.ts'
import { build } from './build.ts'
import {
  anotherCheckout,
  brandDemo,
  dashboardLink,
  enablePaymentMethods,
  prepareDemo,
  shopEnvironment,
} from './demo.ts'
import { addHistory } from './history/add.ts'
import { startInbox } from './inbox.ts'
import { formatLogLine } from './log-line.ts'
import { freePort, portsFrom, usualPort, wantedPort } from './ports.ts'
import {
  run,
  type Running,
  runs,
  start,
  stopEverything,
  stopLeftover,
  UserError,
  withCleanUp,
} from './processes.ts'
import { type ProviderPorts, type Providers, startProviders } from './providers.ts'
import { mariadbPackage, redisPackage, type Server, startMariadb, startRedis } from './servers.ts'
import { installPackages } from './system.ts'
import { listenToKeys, welcome } from './welcome.ts'

const folder = '.data'
const pidFile = join(folder, 'pid')
const envFile = join(folder, 'env')
const portsFile = join(folder, 'ports.json')
const welcomeFile = join(folder, 'welcome') // bin/dev show prints it

type Inbox = Awaited<ReturnType<typeof startInbox>>
interface Ports extends ProviderPorts {
  smtp?: number
  inbox?: number
  shop?: number
}

const servers: Running[] = []
const children: Running[] = []
let inbox: Inbox | undefined
let providers: Providers | undefined
let ownsFolder = false // .data belongs to this process, which cleans it up

async function main(): Promise<number> {
  takeFolder()
  const ports = readPorts()
  step('Starting the databases …')
  const [mariadb, redis] = await startServers()
  await build(step)

  ports.smtp = await usualPort('The mail server', ports.smtp, 1025)
  ports.inbox = await usualPort('The inbox', ports.inbox, 8025)
  inbox = await startInbox(join(folder, 'mail'), ports.smtp, ports.inbox)
  providers = await startProviders(ports, folder)
  ports.shop = await usualPort('The shop', ports.shop, 8080)
  const port = await servicePort()
  writeFileSync(portsFile, JSON.stringify(ports))

  const baseUrl = process.env.BASE_URL ?? `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: mariadb?.url ?? process.env.DATABASE_URL ?? '',
    REDIS_URL: redis?.url ?? process.env.REDIS_URL ?? '',
    BASE_URL: baseUrl,
    PORT: `${port}`,
    SECRET_KEY: process.env.SECRET_KEY ?? secretKey(),
    SMTP_URL: process.env.SMTP_URL ?? inbox.smtpUrl,
    EMAIL_FROM: process.env.EMAIL_FROM ?? 'Tolbor <billing@tolbor.test>',
    WEBHOOK_ALLOW_PRIVATE: process.env.WEBHOOK_ALLOW_PRIVATE ?? '1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    ...providers.env,
  }
  writeFileSync(envFile, shellLines(env), { mode: 0o600 })
  Object.assign(process.env, env) // the inbox and the dashboard link need the settings of the service

  step('Migrating the database …')
  await run('node', ['dist/db/migrate.js'], { env: { ...process.env, ...env } })
  step('Starting the service …')
  const service = { ...process.env, ...env }
  await startChild('web', ['--enable-source-maps', 'dist/api/main.js'], service)
  await startChild('worker', ['--enable-source-maps', 'dist/worker/main.js'], service)
  const local = `http://127.0.0.1:${port}`
  await Promise.race([waitUntilReady(`${local}/readyz`), ...[...servers, ...children].map(failAtEnd)])

  step('Preparing the demo project and its shop …')
  const demo = await prepareDemo(join(folder, 'demo.json'), local, service)
  await enablePaymentMethods(local, demo, providers.settings)
  providers.sendStripeEventsTo(`${local}/hints/stripe/${demo.project.id}/test`)
  const address = `http://127.0.0.1:${ports.shop}`
  const shopEnv = await shopEnvironment(join(folder, 'shop.json'), local, demo, address)
  const data = join(folder, 'shop')
  await startChild('shop', ['examples/shop/shop.js'], {
    ...process.env,
    ...shopEnv,
    PORT: `${ports.shop}`,
    DATA: data,
  })
  const anyEnd = Promise.race([...servers, ...children].map(failAtEnd))
  await Promise.race([waitUntilReady(address), anyEnd])
  await brandDemo(local, demo, address)
  await atomically((tx) => addHistory(tx, demo.project.id))

  step('Ready.')
  const addresses = {
    ...{ shop: address, checkout: demo.checkout.url, inbox: inbox.url, dashboard: await dashboardLink(demo) },
    ...{ qpay: providers.qpayUrl, docs: `${baseUrl}/docs` },
  }
  const text = welcome(addresses, {
    API: `${baseUrl}/v1/projects/${demo.project.id}`,
    TOKEN: demo.tokens.test,
    INBOX: inbox.url,
    SHOP: address,
  })
  writeFileSync(welcomeFile, text, { mode: 0o600 })
  console.log(text)
  listenToKeys(process.stdin, {
    addresses: {
      ...addresses,
      checkout: () => anotherCheckout(local, demo),
      dashboard: () => dashboardLink(demo),
    },
    show: () => {
      console.log(text)
    },
    end: () => process.kill(process.pid, 'SIGINT'),
  })
  return anyEnd
}

const startedAt = Date.now()

/** Prints what is done now, and the seconds since the start. */
function step(what: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${what}`)
}

/** Reserves .data for this process. Throws if another bin/dev runs in this folder; ignores the files of a killed one. */
function takeFolder(): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const other = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  if (other && other !== process.pid && runs(other, 'dev/main.ts', '.')) {
    throw new UserError(
      `bin/dev is already running in this folder, as process ${other}. Stop it first: kill ${other}`,
    )
  }
  writeFileSync(pidFile, `${process.pid}`)
  ownsFolder = true
}

function readPorts(): Ports {
  try {
    return JSON.parse(readFileSync(portsFile, 'utf8')) as Ports
  } catch {
    return {}
  }
}

/** Starts MariaDB and Redis, except a server whose address the environment gives. */
async function startServers(): Promise<[Server | undefined, Server | undefined]> {
  const { DATABASE_URL, REDIS_URL } = process.env
  installPackages({ ...(DATABASE_URL ? {} : mariadbPackage), ...(REDIS_URL ? {} : redisPackage) })
  const both = await Promise.all([
    DATABASE_URL ? undefined : startMariadb({ folder }, 'tolbor'),
    REDIS_URL ? undefined : startRedis({ folder }),
  ])
  servers.push(...both.filter((server) => server !== undefined))
  return both
}

async function servicePort(): Promise<number> {
  const wanted = wantedPort(process.env.PORT)
  const port = await freePort(...portsFrom(wanted))
  if (port !== wanted) console.log(`Port ${wanted} is taken by another program; using ${port}.`)
  return port
}

function secretKey(): string {
  const file = join(folder, 'secret-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Formats variables for bin/tolbor, a shell script that reads them with `source`. */
function shellLines(env: Record<string, string>): string {
  const lines = Object.entries(env).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
  return lines.join('')
}

async function startChild(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const childPid = join(folder, `${name}.pid`)
  await stopLeftover(childPid, args.at(-1) ?? '', '.')
  const prefix = `[${name}]`.padEnd(9)
  const onLine = (line: string) => {
    console.log(`${prefix}${formatLogLine(line)}`)
  }
  const child = start(name, 'node', args, { env, onLine })
  writeFileSync(childPid, `${child.pid}`)
  children.push(child)
}

/** Waits for the end of a process that should not end, and throws. */
async function failAtEnd(process_: Running): Promise<number> {
  const how = await process_.ended
  throw new UserError(
    [
      `${process_.name} ended (${how}), so bin/dev stops. Its last lines:`,
      ...process_.tail().map(formatLogLine),
    ].join('\n  '),
  )
}

async function waitUntilReady(url: string): Promise<void> {
  const isReady = await becomesTrue(async () => (await fetch(url).catch(() => undefined))?.ok ?? false, 60)
  if (!isReady) throw new UserError(`${url} did not return 200 within a minute. See the log above.`)
}

await withCleanUp(main, async () => {
  if (!ownsFolder) return
  if (servers.length > 0) console.log('\nStopping …')
  await Promise.all(children.map((child) => child.stop()))
  inbox?.stop()
  providers?.stop()
  await stopEverything()
  rmSync(envFile, { force: true })
  rmSync(welcomeFile, { force: true })
  rmSync(pidFile, { force: true })
})
