import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import mysql from 'mysql2/promise'
import { becomesTrue } from './becomes-true.ts'
import { freePort } from './ports.ts'
import { run, type Running, start, stopLeftover, UserError } from './processes.ts'
import { findCommand } from './system.ts'

/** Debian packages, each with a command that shows whether it is installed. */
export const mariadbPackage = { 'mariadb-server': ['mariadbd'] }
export const redisPackage = { 'redis-server': ['redis-server'] }

export interface Settings {
  /** The folder of data and logs. */
  folder: string
  /** Used if it is free. Without it the server gets the port that it had before, if that is free. */
  port?: number | undefined
  /** Does not write each commit to disk: faster, but a power failure loses the last second. For tests. */
  relaxedDurability?: boolean
  /** Whether a member that answers late keeps its place: nothing is to fail over, and the machine is busy. */
  isPatient?: boolean
  /** Keeps MariaDB's binary log, as the guide to backups sets it up. */
  binaryLog?: boolean
  /** Deletes the data of an earlier start. */
  isNew?: boolean
  /** The data folder of a MariaDB that was stopped: a new one begins with a copy, since creating the data takes seconds. */
  template?: string | undefined
}

export interface Server extends Running {
  url: string
  port: number
}

/** The files and the port of a server. */
export interface Place {
  folder: string
  /** The folder of its data, in which the process works. */
  data: string
  log: string
  pidFile: string
  port: number
}

/** Settings of one kind of server, which differ between the engines that consist of several. */
export interface Variant {
  /** The name of the server and of its folder. */
  name?: string
  /** Further options for its command line. */
  options?: readonly string[]
}

const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1']
const RELAXED = [
  '--innodb-flush-log-at-trx-commit=0',
  '--skip-innodb-doublewrite',
  '--skip-sync-frm', // a new table then takes half the time
  '--innodb-log-file-size=8M',
]

/** Starts a private MariaDB on 127.0.0.1. Creates the database on the first start. */
export async function startMariadb(
  settings: Settings,
  database: string,
  { name = 'mariadb', options = [] }: Variant = {},
): Promise<Server & { socket: string }> {
  const place = await findPlace(settings, name, 'mariadbd')
  const me = userInfo().username // mariadbd runs as root only with --user
  const durability = settings.relaxedDurability ? RELAXED : DURABLE
  if (!existsSync(place.data)) {
    if (settings.template) copyData(settings.template, place.data)
    else await createData(place.data, me, durability)
  }

  const args = [
    '--no-defaults',
    `--user=${me}`,
    `--datadir=${place.data}`,
    '--socket=m.sock', // relative to the data folder, because the path of a socket is limited to 107 characters
    `--log-error=${place.log}`,
    `--tmpdir=${place.folder}`, // at its start a server deletes all temporary tables in this folder, also another server's
    '--bind-address=127.0.0.1',
    `--port=${place.port}`,
    '--default-time-zone=+00:00',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    '--max-connections=500',
    ...durability,
    ...(settings.binaryLog ? ['--log-bin=bin', '--server-id=1', '--sync-binlog=1'] : []),
    ...options,
  ]
  const server = await launch(name, [command('mariadbd'), ...args], place, () =>
    createDatabase(place.port, database),
  )
  const url = `mysql://root@127.0.0.1:${place.port}/${database}`
  return { ...server, url, socket: join(place.data, 'm.sock') }
}

/** Creates the data folder under another name and renames it, so that an interrupted start leaves no half of it. */
async function createData(data: string, me: string, durability: string[]): Promise<void> {
  rmSync(`${data}.new`, { recursive: true, force: true })
  const args = [
    '--no-defaults',
    `--user=${me}`,
    `--datadir=${data}.new`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...durability, // a small log takes half the time to create
  ]
  const env = { ...process.env, TMPDIR: dirname(data) } // see --tmpdir
  await run(command('mariadb-install-db'), args, { env })
  renameSync(`${data}.new`, data)
}

function copyData(template: string, data: string): void {
  rmSync(`${data}.new`, { recursive: true, force: true })
  cpSync(template, `${data}.new`, { recursive: true })
  renameSync(`${data}.new`, data)
}

/** Creates the database if it does not exist. Rejects while the server does not accept connections. */
export async function createDatabase(port: number, database: string): Promise<void> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
  try {
    await connection.query('CREATE DATABASE IF NOT EXISTS ??', [database])
  } finally {
    await connection.end()
  }
}

/** Starts a private Redis on 127.0.0.1. It stores every write and evicts no job. `program` is its command line. */
export async function startRedis(
  settings: Settings,
  { name = 'redis', options = [], program }: Variant & { program?: readonly string[] } = {},
): Promise<Server> {
  const place = await findPlace(settings, name, program ? basename(program.at(-1)!) : 'redis-server', '.')
  const values = {
    port: `${place.port}`,
    bind: '127.0.0.1',
    dir: place.data,
    logfile: place.log,
    appendonly: 'yes',
    appendfsync: settings.relaxedDurability ? 'no' : 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
  const line = [...(program ?? [command('redis-server')]), ...args, ...options]
  const server = await launch(name, line, place, () => ping(place.port))
  return { ...server, url: `redis://127.0.0.1:${place.port}/0` }
}

/** Creates the folder of a server, stops a process that a killed run left in it, and chooses the port. */
export async function findPlace(
  settings: Settings,
  name: string,
  program: string,
  dataFolder = 'data',
): Promise<Place> {
  const folder = resolve(settings.folder, name)
  const [data, pidFile, portFile] = [resolve(folder, dataFolder), join(folder, 'pid'), join(folder, 'port')]
  mkdirSync(folder, { recursive: true })
  await stopLeftover(pidFile, program, data)
  if (settings.isNew) rmSync(data, { recursive: true, force: true })
  const before = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const port = await freePort(...[settings.port ?? 0, before].filter((one) => one > 0))
  writeFileSync(portFile, String(port))
  return { folder, data, log: join(folder, 'server.log'), pidFile, port }
}

/** Starts a server and waits until `check` succeeds. Stops it if it does not, and throws with its last log lines. */
export async function launch(
  name: string,
  [program = '', ...args]: readonly string[],
  place: Place,
  check: () => Promise<unknown>,
): Promise<Running & { port: number }> {
  rmSync(place.log, { force: true })
  const running = start(name, program, args, { cwd: place.data, onLine: () => {} })
  writeFileSync(place.pidFile, String(running.pid))
  const tail = () => [...running.tail(), ...lastLines(place.log)]
  await ready({ ...running, tail }, check)
  return { ...running, tail, port: place.port }
}

/** Rejects while the Redis on this port does not respond. */
export function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1000, () => socket.destroy(new Error('Redis did not respond within a second')))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      if (answer.toString().startsWith('+PONG')) resolve()
      else reject(new Error(answer.toString()))
    })
  })
}

/** Waits until the server responds: a minute, because recovery after a crash may take that long. */
async function ready(server: Running, check: () => Promise<unknown>): Promise<void> {
  let ended: string | undefined
  void server.ended.then((how) => (ended = how))
  const isOver = await becomesTrue(async () => {
    if (ended) return true
    try {
      await check()
      return true
    } catch {
      return false
    }
  }, 60)
  if (isOver && !ended) return
  await server.stop()
  const what = ended ? `ended right after its start (${ended})` : 'did not respond within a minute'
  throw new UserError([`${server.name} ${what}. Its last lines:`, ...server.tail()].join('\n  '))
}

function lastLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20) : []
}

/** Returns the path of an installed command. */
export function command(name: string): string {
  const path = findCommand(name)
  if (!path)
    throw new UserError(
      `The command ${name} is missing although its package is installed. Reinstall the package.`,
    )
  return path
}
