import { existsSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { run } from '../processes.ts'
import {
  createDatabase,
  findPlace,
  launch,
  type Place,
  type Server,
  type Settings,
  type Variant,
} from '../servers.ts'
import { type Engine, single } from './engine.ts'
import { unpack, unpacked, unpackedPath } from './unpack.ts'

const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--sync-binlog=1']
const RELAXED = [
  '--innodb-flush-log-at-trx-commit=0',
  '--sync-binlog=0',
  '--innodb-doublewrite=OFF',
  '--innodb-redo-log-capacity=32M',
]

export const mysql: Engine = {
  name: 'mysql',
  variable: 'DATABASE_URL',
  about: 'MySQL 9',
  isGroup: false,
  prepare: prepareMysql,
  async start(settings, database) {
    const server = await startMysql(settings, { options: ['--skip-log-bin'] }, (port) =>
      createDatabase(port, database),
    )
    return single({ ...server, url: `${server.url}/${database}` })
  },
}

export function prepareMysql(): Promise<void> {
  return unpack('mysql-server-core')
}

/** Starts a private MySQL on 127.0.0.1, and waits until `check` succeeds. Its URL names no database. */
export async function startMysql(
  settings: Settings,
  { name = 'mysql', options = [] }: Variant,
  check: (port: number) => Promise<unknown>,
): Promise<Server & { socket: string }> {
  const place = await findPlace(settings, name, 'mysqld')
  const durability = settings.relaxedDurability ? RELAXED : DURABLE
  if (!existsSync(place.data)) await createData(place, durability)
  const args = [
    ...common(place.data),
    ...durability,
    '--socket=m.sock', // relative to the data folder, because the path of a socket is limited to 107 characters
    `--pid-file=${join(place.folder, 'own-pid')}`,
    `--log-error=${place.log}`,
    `--tmpdir=${place.folder}`,
    `--plugin-dir=${unpackedPath('usr/lib/mysql/plugin')}`,
    '--bind-address=127.0.0.1',
    `--port=${place.port}`,
    '--mysqlx=OFF',
    '--default-time-zone=+00:00',
    '--max-connections=500',
    ...options,
  ]
  const server = await launch(name, [...unpacked('mysqld'), ...args], place, () => check(place.port))
  return { ...server, url: `mysql://root@127.0.0.1:${place.port}`, socket: join(place.data, 'm.sock') }
}

function common(data: string): string[] {
  return [
    '--no-defaults',
    `--user=${userInfo().username}`, // mysqld runs as root only with --user
    `--datadir=${data}`,
    `--basedir=${unpackedPath('usr')}`,
    `--lc-messages-dir=${unpackedPath('usr/share/mysql')}`,
    '--secure-file-priv=',
  ]
}

/** Creates the data folder under another name and renames it, so that an interrupted start leaves no half of it. */
async function createData({ data }: Place, durability: readonly string[]): Promise<void> {
  rmSync(`${data}.new`, { recursive: true, force: true })
  const [program = '', ...args] = unpacked('mysqld')
  await run(program, [...args, ...common(`${data}.new`), ...durability, '--initialize-insecure'])
  renameSync(`${data}.new`, data)
}
