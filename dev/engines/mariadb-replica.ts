import mysql from 'mysql2/promise'
import { mariadbPackage, type Settings, startMariadb } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, group, type Member } from './engine.ts'
import { until } from './until.ts'

/** A MariaDB, and a copy of it that follows some milliseconds later and takes no writes. */
export const mariadbReplica: Engine = {
  name: 'mariadb-replica',
  variable: 'DATABASE_URL',
  about: 'MariaDB with one asynchronous replica for reads',
  isGroup: true,
  prepare: () => installPackages(mariadbPackage),
  start: (settings, database) => group((members) => startAll(settings, database, members)),
}

const BINLOG = ['--log-bin=binlog', '--binlog-format=ROW', '--gtid-strict-mode=ON']
/** With its data a replica starts again by itself, and follows. */
export const REPLICA_OPTIONS = ['--server-id=2', ...BINLOG]

async function startAll({ port, ...given }: Settings, database: string, members: Member[]): Promise<string> {
  const settings = { ...given, isNew: true }
  const source = await startMariadb({ ...settings, port }, database, {
    name: 'primary',
    options: ['--server-id=1', ...BINLOG],
  })
  members.push(source)
  const replica = await startMariadb(settings, database, {
    name: 'replica',
    options: ['--skip-slave-start', ...REPLICA_OPTIONS],
  })
  members.push(replica)
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: replica.port, user: 'root' })
  try {
    // It forgets that it created the database by itself. With a template, both servers have its tables.
    await connection.query('RESET MASTER')
    if (!settings.template) await connection.query('DROP DATABASE ??', [database])
    await connection.query('RESET MASTER')
    await connection.query(
      `CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=${source.port}, MASTER_USER='root', MASTER_USE_GTID=slave_pos`,
    )
    await connection.query('START SLAVE')
    await connection.query('SET GLOBAL read_only = ON')
    await until('The replica has the database', async () => {
      const [rows] = await connection.query('SHOW DATABASES LIKE ?', [database])
      return (rows as unknown[]).length === 1
    })
  } finally {
    await connection.end()
  }
  return source.url
}
