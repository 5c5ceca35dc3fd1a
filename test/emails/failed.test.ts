import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { run } from '../../cli/run.ts'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { metrics } from '../../common/runtime/metrics.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { countRetrying } from '../../common/services/emails/retrying.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { failing, tolbor } from '../cli/tolbor.ts'
import { rowOf, writtenReceipt } from '../support/given/email.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { startMailServer } from './mail-server.ts'

describe('emails that could not be sent', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    await onConnection((sql) => sql.run('DELETE FROM emails'))
    server = await startMailServer()
    config().smtpUrl = server.url
  })
  after(async () => {
    closeSmtp()
    config().smtpUrl = null
    await server.close()
  })

  const outcomes = async () => {
    const { values } = await metrics.getSingleMetric('tolbor_emails_total')!.get()
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
  }

  async function givenFailed(): Promise<number> {
    const id = await writtenReceipt(await givenMerchant())
    server.script.recipient = [550]
    await sendEmail(id, atomically)
    expect((await rowOf(id)).status).to.equal('failed')
    return id
  }

  it('are counted by outcome', async () => {
    const before = await outcomes()
    await givenFailed()
    const retried = await writtenReceipt(await givenMerchant())
    server.script.recipient = [451]
    await sendEmail(retried, atomically)
    await sendEmail(await writtenReceipt(await givenMerchant()), atomically)
    const after = await outcomes()
    for (const outcome of ['failed', 'retried', 'sent'])
      expect((after[outcome] ?? 0) - (before[outcome] ?? 0), outcome).to.equal(1)
    expect((await onConnection(countRetrying)).count).to.equal(1)
  })

  it('are overdue while they wait hours for the next try', async () => {
    const id = await writtenReceipt(await givenMerchant())
    await onConnection((sql) =>
      sql.run("UPDATE emails SET tries = 5, due_since = ?, due_at = ?, error = 'no answer' WHERE id = ?", [
        later(new Date(), -8 * HOUR),
        later(new Date(), 5 * HOUR),
        id,
      ]),
    )
    const { overdue } = await tolbor('queues', 'overdue')
    expect(
      overdue.find((row: { id: number; kind: string }) => row.kind === 'email.send' && row.id === id),
    ).to.include({
      tries: 5,
      error: 'no answer',
    })
    expect((await onConnection(countRetrying)).seconds).to.be.within(8 * 3_600 - 60, 8 * 3_600 + 60)
  })

  it('are listed with their last error, and sent again by id', async () => {
    const id = await givenFailed()
    const { failed } = await tolbor('emails', 'failed')
    const row = failed.find((email: { id: number }) => email.id === id)
    expect(row).to.include({ kind: 'receipt', recipient: 'bat@example.mn', tries: 1 })
    expect(row.error).to.include('550')
    expect((await run(['emails', 'failed'])).stdout)
      .to.include('bat@example.mn')
      .and.include('emails resend')
    await tolbor('emails', 'resend', `${id}`)
    expect(await rowOf(id)).to.include({ status: 'pending', tries: 0, error: null })
    const taken = server.taken.length
    await sendEmail(id, atomically)
    expect(server.taken.length).to.equal(taken + 1)
    expect((await failing('emails', 'resend', `${id}`)).error.message).to.include('is sent')
    expect((await failing('emails', 'resend', '999999999')).error.code).to.equal('not_found')
    expect((await failing('emails', 'resend')).code).to.equal(2)
  })

  it('are all sent again by --all, except older ones', async () => {
    const [recent, old] = [await givenFailed(), await givenFailed()]
    await onConnection((sql) =>
      sql.run('UPDATE emails SET updated_at = ? WHERE id = ?', [later(new Date(), -9 * DAY), old]),
    )
    const { resent } = await tolbor('emails', 'resend', '--all')
    expect(resent).to.include(recent).and.not.include(old)
    expect((await tolbor('emails', 'failed', '--days', '30')).failed).to.have.length(1)
  })

  it('are found behind 25,000 later ones', async () => {
    const id = await givenFailed()
    setClock()
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, created_at, updated_at)
         SELECT 1, 1, 'receipt', CONCAT('sent-', seq), 'a@x.mn', 'en', '{}', 'sent', NOW(6), NOW(6) FROM ${numbers(1, 25_000)}`,
      ),
    )
    const { failed } = await tolbor('emails', 'failed')
    expect(failed.map((email: { id: number }) => email.id)).to.include(id)
    await onConnection((sql) => sql.run('DELETE FROM emails'))
  })
})
