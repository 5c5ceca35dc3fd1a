import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { freePort } from './ports.ts'
import { endLeftover, run, type Running, start, Trouble } from './processes.ts'
import { find } from './system.ts'

/** Debian's packages, and a command by which we know that each is there. */
export const mariadbPackage = { 'mariadb-server': ['mariadbd'] }
export const redisPackage = { 'redis-server': ['redis-server'] }

export interface Settings {
  /** Data and logs live here. */
  folder: string
  /** Taken if it is free. */
  port?: number | undefined
  /** Ends a test run sooner; loses the last second when the machine loses power. */
  careless?: boolean
}

export interface Server extends Running {
  url: string
  port: number
}

/** A MariaDB of our own on loopback, with an empty database of that name on the first start. */
export async function startMariadb(
  settings: Settings,
  database: string,
): Promise<Server & { socket: string }> {
  const folder = resolve(settings.folder, 'mariadb')
  const data = join(folder, 'data')
  const me = userInfo().username // mariadbd refuses to be root unless it is named
  mkdirSync(folder, { recursive: true })
  await endLeftover(join(folder, 'm.pid'), 'mariadbd', data)
  if (!existsSync(data)) await createData(data, me)

  const port = await freePort(...(settings.port ? [settings.port] : []))
  const log = join(folder, 'm.err')
  rmSync(log, { force: true })
  const running = start('mariadb', command('mariadbd'), [
    '--no-defaults',
    `--user=${me}`,
    `--datadir=${data}`,
    '--socket=m.sock', // inside the data folder; a full path may hold only 107 characters
    `--pid-file=${join(folder, 'm.pid')}`,
    `--log-error=${log}`,
    `--tmpdir=${folder}`, // a server that starts deletes the temporary tables it finds, another's too
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--default-time-zone=+00:00',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    '--max-connections=500',
    ...(settings.careless
      ? ['--innodb-flush-log-at-trx-commit=0', '--skip-innodb-doublewrite', '--innodb-log-file-size=8M']
      : ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1']),
  ], { onLine: () => {} }) // prettier-ignore
  const tail = () => lastLines(log)
  await ready({ ...running, tail }, () => createDatabase(port, database))
  const url = `mysql://root@127.0.0.1:${port}/${database}`
  return { ...running, tail, port, url, socket: join(data, 'm.sock') }
}

/** Made beside its place and then moved there: an interrupted first start leaves nothing half-made. */
async function createData(data: string, me: string): Promise<void> {
  rmSync(`${data}.new`, { recursive: true, force: true })
  const args = [
    '--no-defaults',
    `--user=${me}`,
    `--datadir=${data}.new`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
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

/** A Redis of our own on loopback that writes everything down and never throws a job away. */
export async function startRedis(settings: Settings): Promise<Server> {
  const folder = resolve(settings.folder, 'redis')
  mkdirSync(folder, { recursive: true })
  await endLeftover(join(folder, 'r.pid'), 'redis-server', folder)

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
    appendfsync: settings.careless ? 'no' : 'everysec',
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
    socket.setTimeout(1000, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      if (answer.toString().startsWith('+PONG')) resolve()
      else reject(new Error(answer.toString()))
    })
  })
}

/** Asks until the server answers. Recovery after a crash can take a while, so it is given a minute. */
async function ready(server: Running, ask: () => Promise<void>): Promise<void> {
  let gone: string | undefined
  void server.ended.then((how) => (gone = how))
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    if (gone) break
    try {
      await ask()
      return
    } catch {
      // not yet
    }
  }
  await server.stop()
  const what = gone ? `ended at once (${gone})` : 'does not answer'
  throw new Trouble([`${server.name} ${what}. Its last words:`, ...server.tail()].join('\n  '))
}

function lastLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20) : []
}

function command(name: string): string {
  const path = find(name)
  if (!path) throw new Trouble(`${name} is missing, though its package is installed. Reinstall the package.`)
  return path
}
