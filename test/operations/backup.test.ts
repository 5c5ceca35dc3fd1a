import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { mariadb } from '../../dev/engines/mariadb.ts'
import { run, type Running, start } from '../../dev/processes.ts'
import { type Server, startMariadb } from '../../dev/servers.ts'
import { emptyRedis } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { blocksOf } from '../support/pasted.ts'
import { Service, until } from '../support/service.ts'

/** Returns the block of the guide that contains a text. */
function block(containing: string): string {
  const found = blocksOf('docs/guides/backup.md').filter(({ text }) => text.includes(containing))
  if (found.length !== 1) throw new Error(`${found.length} blocks of the guide contain ${containing}`)
  return found[0]!.text
}

describe('a database server that is lost', () => {
  const folder = mkdtempSync('/tmp/tolbor-backup-')
  let service: Service
  let copying: Running | undefined
  let restored: Server | undefined

  before(async () => {
    await mariadb.prepare()
    mkdirSync(join(folder, '.data'))
    service = await Service.start({}, { ownServer: true, binaryLog: true })
    service.database.on('error', () => undefined) // its server is killed
  })
  after(async () => {
    await copying?.stop()
    await stopProcesses()
    service.database.destroy()
    await service.redis.stop()
    await service.ownDatabase?.stop()
    await restored?.stop()
    for (const path of [folder, service.folder]) rmSync(path, { recursive: true, force: true })
  })

  async function stopProcesses() {
    await service.web?.stop()
    for (const worker of service.workers.splice(0)) await worker.stop()
  }

  /** Runs a block of the guide with bash, in a folder with a `.data` of its own. */
  function bash(text: string): Running {
    const { hostname, port, username, pathname } = new URL(service.env.DATABASE_URL!)
    const server = `server=(--no-defaults --host=${hostname} --port=${port} --user=${username})`
    const script = ['set -eo pipefail', server, `NAME=${pathname.slice(1)}`, text].join('\n')
    return start('guide', 'bash', ['--norc', '-c', script], {
      cwd: folder,
      onLine: () => undefined,
      wholeGroup: true,
    })
  }
  async function done(running: Running) {
    expect(await running.ended, running.tail().join('\n')).to.equal('exit code 0')
  }

  async function checksums(): Promise<Map<string, string>> {
    const connection = await mysql.createConnection({ uri: service.env.DATABASE_URL! })
    const [tables] = await connection.query<RowDataPacket[]>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
    )
    const sums = new Map<string, string>()
    for (const { name } of tables) {
      const [[row]] = await connection.query<RowDataPacket[]>('CHECKSUM TABLE ??', [name])
      sums.set(String(name), String(row?.Checksum))
    }
    await connection.end()
    return sums
  }

  async function sell(): Promise<number> {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    const id = body.data.id as number
    await service.call('post', `/checkouts/${id}/pay`, { email: 'bat@example.mn' }).expect(200)
    return id
  }

  it('is restored to the second before a mistake, every table, and the service continues', async () => {
    copying = bash(block('--stop-never'))
    const first = await sell()
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    const open = body.data.id as number
    await done(bash(block('--master-data=2')))
    const second = await sell()
    await service.call('post', '/customers', { email: 'saraa@example.mn', name: 'Сараа' }).expect(201)
    await stopProcesses()
    const before = await checksums()
    await pause(1_100)
    const until_ = new Date()
    await pause(1_100)
    await service.rows('DELETE FROM checkouts')
    await service.rows('DROP TABLE events')
    const [log] = await service.rows<{ File: string; Position: number }>('SHOW MASTER STATUS')
    const copied = join(folder, '.data/binlog', log!.File)
    await until(async () => Number(await run('stat', ['-c', '%s', copied]).catch(() => 0)) >= log!.Position)

    const [server] = service.ownDatabase!.members
    process.kill(server!.pid, 'SIGKILL')
    await server!.ended
    await copying.stop()
    rmSync(join(service.folder, 'database', 'mariadb'), { recursive: true })

    const template = process.env.DATABASE_TEMPLATE
    const elsewhere = { folder: join(folder, 'new'), port: server!.port, relaxedDurability: true, template }
    mkdirSync(elsewhere.folder)
    restored = await startMariadb(elsewhere, 'tolbor')
    const name = new URL(service.env.DATABASE_URL!).pathname.slice(1)
    const root = await mysql.createConnection({ uri: new URL('/', service.env.DATABASE_URL).href })
    await root.query('CREATE DATABASE ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci', [name])
    await root.end()
    const time = until_.toISOString().slice(0, 19).replace('T', ' ')
    await done(bash(block('--stop-datetime').replace(/^UNTIL=.*$/m, `UNTIL='${time}'`)))
    expect(await checksums()).to.deep.equal(before)

    await emptyRedis(service.redis.url)
    await run('node', ['dist/db/migrate.js'], { env: service.env })
    await service.startWeb()
    service.startWorker()
    const statusOf = async (id: number) =>
      (await service.call('get', `/checkouts/${id}`)).body.data.status as string
    for (const id of [first, second]) expect(await statusOf(id)).to.equal('complete')
    const events = await service.call('get', '/events').expect(200)
    expect(events.body.data).to.have.length.above(1)
    expect(await sell()).to.be.above(second)
    const connection = await mysql.createConnection({ uri: service.env.DATABASE_URL! })
    await connection.query('UPDATE checkouts SET expires_at = NOW(6) WHERE id = ?', [open])
    await connection.query('UPDATE timers SET due_at = NOW(6) WHERE subject_id = ?', [open])
    await connection.end()
    await until(async () => {
      const { body: page } = await service.call('get', '/events?type=checkout.expired')
      return (page.data as unknown[]).length > 0
    })
  })
})
