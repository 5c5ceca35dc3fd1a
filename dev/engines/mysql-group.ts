import { randomUUID } from 'node:crypto'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { freePort } from '../ports.ts'
import type { Server, Settings } from '../servers.ts'
import { type Engine, group, type Member } from './engine.ts'
import { prepareHaproxy, startHaproxy } from './haproxy.ts'
import { prepareMysql, startMysql } from './mysql.ts'
import { until } from './until.ts'

const MEMBERS = 3
const IS_PRIMARY = `SELECT COUNT(*) FROM performance_schema.replication_group_members
  WHERE MEMBER_ID = @@server_uuid AND MEMBER_ROLE = 'PRIMARY' AND MEMBER_STATE = 'ONLINE'`

/** Group Replication in single-primary mode. HAProxy sends all connections to the primary. */
export const mysqlGroup: Engine = {
  name: 'mysql-group',
  variable: 'DATABASE_URL',
  about: 'MySQL Group Replication of three members behind HAProxy, with one primary',
  isGroup: true,
  async prepare() {
    await prepareMysql()
    await prepareHaproxy()
  },
  start: (settings, database) => group((members) => startAll(settings, database, members)),
}

async function startAll(settings: Settings, database: string, members: Member[]): Promise<string> {
  const { folder, relaxedDurability = false, isPatient = false, port } = settings
  const own = { folder, relaxedDurability, isNew: true }
  const addresses: string[] = []
  for (let number = 1; number <= MEMBERS; number += 1) addresses.push(`127.0.0.1:${await freePort()}`)
  const name = randomUUID()
  const servers: Server[] = []
  for (const [index, address] of addresses.entries()) {
    const options = [
      `--server-id=${index + 1}`,
      '--report-host=127.0.0.1',
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--log-bin=binlog',
      '--plugin-load-add=group_replication.so',
      `--loose-group-replication-group-name=${name}`,
      '--loose-group-replication-start-on-boot=OFF',
      `--loose-group-replication-local-address=${address}`,
      `--loose-group-replication-group-seeds=${addresses.join(',')}`,
      '--loose-group-replication-ip-allowlist=127.0.0.1/8',
      '--loose-group-replication-recovery-get-public-key=ON',
      '--loose-group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
      '--loose-group-replication-exit-state-action=OFFLINE_MODE',
      // Without patience a lost primary is replaced 5 s sooner.
      `--loose-group-replication-member-expel-timeout=${isPatient ? 60 : 0}`,
    ]
    servers.push(await startMysql(own, { name: `member-${index + 1}`, options }, ping))
    members.push(servers.at(-1)!)
  }
  for (const [index, server] of servers.entries()) await join(server, index === 0)
  const proxy = await startHaproxy(
    { folder, isPatient, port },
    servers,
    IS_PRIMARY.replace(/\s+/g, ' '),
    database,
  )
  members.push(proxy)
  return proxy.url
}

async function ping(port: number): Promise<void> {
  const connection = await connect(port)
  await connection.end()
}

function connect(port: number): Promise<mysql.Connection> {
  return mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
}

async function join({ port, name }: Server, isFirst: boolean): Promise<void> {
  const connection = await connect(port)
  try {
    await connection.query('SET SESSION sql_log_bin = 0')
    await connection.query("CREATE USER IF NOT EXISTS replication@'%' IDENTIFIED BY 'replication'")
    await connection.query(
      "GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO replication@'%'",
    )
    await connection.query('SET SESSION sql_log_bin = 1')
    await connection.query(
      "CHANGE REPLICATION SOURCE TO SOURCE_USER='replication', SOURCE_PASSWORD='replication' FOR CHANNEL 'group_replication_recovery'",
    )
    await connection.query('RESET BINARY LOGS AND GTIDS')
    if (isFirst) await connection.query('SET GLOBAL group_replication_bootstrap_group = ON')
    await connection.query('START GROUP_REPLICATION')
    if (isFirst) await connection.query('SET GLOBAL group_replication_bootstrap_group = OFF')
    await until(`${name} is online in its group`, async () => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT MEMBER_STATE AS state FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid',
      )
      return rows[0]?.state === 'ONLINE'
    })
  } finally {
    await connection.end()
  }
}
