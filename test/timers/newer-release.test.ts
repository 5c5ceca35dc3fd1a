import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { release } from '../../common/runtime/release.ts'
import { run } from '../../dev/processes.ts'
import { startMailServer } from '../emails/mail-server.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

const NEWER = '9.9.0'

describe('a worker next to a newer release', () => {
  let service: Service
  let mails: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    mails = await startMailServer()
    service = await Service.start({ SMTP_URL: mails.url, LOG_LEVEL: 'info' }, { workers: 0 })
  })
  after(async () => {
    await service.stop()
    await mails.close()
  })

  it('leaves rows of unknown kinds due, and logs each kind once with the required release', async () => {
    const { id: project } = service.project
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    const { id } = (body as { data: { id: number } }).data
    const due = '2020-01-01 00:00:00'
    await service.database.query('INSERT INTO release_kinds (kind, version) VALUES ?', [
      [
        ['timers.checkout.praise', NEWER],
        ['emails.praise', NEWER],
      ],
    ])
    await service.database.query(
      `INSERT INTO timers (project_id, kind, subject_id, due_at, queue) VALUES
        (?, 'checkout.praise', ?, ?, 'lifecycle'), (?, 'checkout.blame', ?, ?, 'blames')`,
      [project, id, due, project, id, due],
    )
    await service.database.query(
      `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, tries, due_at, created_at, updated_at)
       VALUES (?, 1, 'praise', 'checkout-1', 'bat@example.com', 'en', '{}', 'pending', 0, ?, NOW(), NOW())`,
      [project, due],
    )
    const before = await rows()
    await service.startWorkerAndWait()
    const unknown = () => service.log.filter((line) => line.includes('unknown kind'))
    await until(async () => unknown().length >= 3)
    await pause(6_500) // the scanner looks for unknown kinds every 5 s
    // Known work continues meanwhile.
    await service.call('post', `/checkouts/${id}/expire`).expect(200)
    const lines = unknown()
      .map((line) => JSON.parse(line) as Record<string, string>)
      .map(({ table, kind, release_needed: needed, level }) => `${level} ${table} ${kind} ${needed}`)
    expect(lines.sort()).to.deep.equal([
      'warn emails praise 9.9.0',
      `warn timers checkout.blame newer than ${release}`,
      'warn timers checkout.praise 9.9.0',
    ])
    expect(await rows()).to.deep.equal(before)
  })

  function rows() {
    return Promise.all([
      service.rows(
        "SELECT kind, due_at, tries, error FROM timers WHERE kind LIKE 'checkout.%e' AND kind <> 'checkout.expire' ORDER BY kind",
      ),
      service.rows("SELECT kind, due_at, tries, status FROM emails WHERE kind = 'praise'"),
    ])
  }

  it('names its release in its first log line, in /healthz and by the command line', async () => {
    expect(JSON.parse(service.log[0]!)).to.include({ release, msg: 'worker is starting' })
    const { body } = await request(service.url).get('/healthz').expect(200)
    expect(body).to.deep.equal({ ok: true, release })
    for (const args of [['version'], ['--version']])
      expect(
        (await run('node', ['dist/cli/main.js', ...args], { env: { PATH: process.env.PATH } })).trim(),
      ).to.equal(release)
  })

  it('learns from `release` which release introduced each kind, even after two runs', async () => {
    const migrate = () => run('node', ['dist/db/migrate.js'], { env: service.env })
    await service.database.query(
      "INSERT INTO release_kinds (kind, version) VALUES ('timers.checkout.expire', '0.0.1')",
    )
    await migrate()
    await migrate()
    const versionOf = async (kind: string) =>
      (await service.rows<{ version: string }>('SELECT version FROM release_kinds WHERE kind = ?', [kind]))[0]
        ?.version
    expect(await versionOf('timers.checkout.expire')).to.equal('0.0.1')
    expect(await versionOf('emails.receipt')).to.equal(release)
  })
})
