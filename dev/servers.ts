import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { freePort } from './ports.ts'
import { run, type Running, start, stopLeftover, UserError } from './processes.ts'
import { findCommand } from './system.ts'

/** Debian packages, each with a command that shows whether it is installed. */
export const mariadbPackage = { 'mariadb-server': ['mariadbd'] }
export const redisPackage = { 'redis-server': ['redis-server'] }

export interface Settings {
  /** The folder of data and logs. */
  folder: string
  /** Used if it is free. */
  port?: number | undefined
  /** Does not write each commit to disk: faster, but a power failure loses the last second. For tests. */
  relaxedDurability?: boolean
  /** Keeps MariaDB's binary log, as the guide to backups sets it up. */
  binaryLog?: boolean
}

export interface Server extends Running {
  url: string
  port: number
}

const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1']
const RELAXED = [
  '--innodb-flush-log-at-trx-commit=0',
  '--skip-innodb-doublewrite',
  '--innodb-log-file-size=8M',
]

/** Starts a private MariaDB on 127.0.0.1. Creates the database on the first start. */
export async function startMariadb(
  settings: Settings,
  database: string,
): Promise<Server & { socket: string }> {
  const folder = resolve(settings.folder, 'mariadb')
  const data = join(folder, 'data')
  const me = userInfo().username // mariadbd runs as root only with --user
  mkdirSync(folder, { recursive: true })
  await stopLeftover(join(folder, 'm.pid'), 'mariadbd', data)
  const durability = settings.relaxedDurability ? RELAXED : DURABLE
  if (!existsSync(data)) await createData(data, me, durability)

  const port = await freePort(...(settings.port ? [settings.port] : []))
  const log = join(folder, 'm.err')
  rmSync(log, { force: true })
  const running = start('mariadb', command('mariadbd'), [
    '--no-defaults',
    `--user=${me}`,
    `--datadir=${data}`,
    '--socket=m.sock', // relative to the data folder, because the path of a socket is limited to 107 characters
    `--pid-file=${join(folder, 'm.pid')}`,
    `--log-error=${log}`,
    `--tmpdir=${folder}`, // at its start a server deletes all temporary tables in this folder, also another server's
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--default-time-zone=+00:00',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    '--max-connections=500',
    ...durability,
    ...(settings.binaryLog ? ['--log-bin=bin', '--server-id=1', '--sync-binlog=1'] : []),
  ], { onLine: () => {} }) // prettier-ignore
  const tail = () => lastLines(log)
  await ready({ ...running, tail }, () => createDatabase(port, database))
  const url = `mysql://root@127.0.0.1:${port}/${database}`
  return { ...running, tail, port, url, socket: join(data, 'm.sock') }
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

async function createDatabase(port: number, database: string): Promise<void> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
  try {
    await connection.query('CREATE DATABASE IF NOT EXISTS ??', [database])
  } finally {
    await connection.end()
  }
}

/** Starts a private Redis on 127.0.0.1. It stores every write and evicts no job. */
export async function startRedis(settings: Settings): Promise<Server> {
  const folder = resolve(settings.folder, 'redis')
  mkdirSync(folder, { recursive: true })
  await stopLeftover(join(folder, 'r.pid'), 'redis-server', folder)

  const port = await freePort(...(settings.port ? [settings.port] : []))
  const log = join(folder, 'r.log')
  rmSync(log, { force: true })
  const options = {
    port: `${port}`,
    bind: '127.0.0.1',
    dir: folder,
    pidfile: join(folder, 'r.pid'),
    logfile: log,
    appendonly: 'yes',
    appendfsync: settings.relaxedDurability ? 'no' : 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const running = start('redis', command('redis-server'), args, { onLine: () => {} })
  const tail = () => lastLines(log)
  await ready({ ...running, tail }, () => ping(port))
  return { ...running, tail, port, url: `redis://127.0.0.1:${port}/0` }
}

function ping(port: number): Promise<void> {
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
async function ready(server: Running, check: () => Promise<void>): Promise<void> {
  let ended: string | undefined
  void server.ended.then((how) => (ended = how))
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    if (ended) break
    try {
      await check()
      return
    } catch {
      // not yet
    }
  }
  await server.stop()
  const what = ended ? `ended right after its start (${ended})` : 'did not respond within a minute'
  throw new UserError([`${server.name} ${what}. Its last lines:`, ...server.tail()].join('\n  '))
}

function lastLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20) : []
}

function command(name: string): string {
  const path = findCommand(name)
  if (!path)
    throw new UserError(
      `The command ${name} is missing although its package is installed. Reinstall the package.`,
    )
  return path
}
