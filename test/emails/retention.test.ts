import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import { metrics } from '../../common/runtime/metrics.ts'
import { onConnection } from '../../db/sql.ts'
import { clean, delayBefore } from '../../worker/clean.ts'

describe('the cleaning of emails', () => {
  const setUp = async (status: string, days: number) => {
    const at = later(new Date(), -days * DAY)
    const due = status === 'pending' ? at : null
    const { insertId } = await onConnection((sql) =>
      sql.run(
        `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at)
         VALUES (1, 1, 'receipt', CONCAT('old-', UUID()), 'a@x.mn', 'en', '{}', ?, ?, ?, ?)`,
        [status, due, at, at],
      ),
    )
    return insertId
  }
  const left = async () => {
    const rows = await onConnection((sql) => sql.rows<{ id: number }>('SELECT id FROM emails ORDER BY id'))
    return rows.map(({ id }) => id)
  }
  const cleanNow = () => clean(new AbortController().signal)

  beforeEach(() => onConnection((sql) => sql.run('DELETE FROM emails')))
  afterEach(async () => {
    config().emailRetentionDays = 90
    await onConnection((sql) => sql.run('DELETE FROM emails'))
  })

  it('deletes settled emails after 90 days, and keeps newer and pending ones', async () => {
    const [waiting] = [await setUp('pending', 100), await setUp('sent', 91), await setUp('failed', 91)]
    await setUp('canceled', 91)
    const kept = [await setUp('sent', 89), await setUp('failed', 89)]
    await cleanNow()
    expect(await left()).to.deep.equal([waiting, ...kept])
  })

  it('keeps them as long as EMAIL_RETENTION_DAYS requires', async () => {
    config().emailRetentionDays = 30
    await setUp('sent', 31)
    const kept = await setUp('sent', 29)
    await cleanNow()
    expect(await left()).to.deep.equal([kept])
  })

  it('reaches old emails behind 1,200 pending ones', async () => {
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO emails (project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at)
         SELECT 1, 1, 'receipt', CONCAT('waits-', seq), 'a@x.mn', 'en', '{}', 'pending', ?, ?, ? FROM ${numbers(1, 1_200)}`,
        Array.from({ length: 3 }, () => later(new Date(), -100 * DAY)),
      ),
    )
    await setUp('sent', 91)
    for (let times = 0; times < 2; times += 1) {
      await cleanNow()
      expect(await left()).to.have.length(1_200)
    }
  })

  it('begins within five minutes of the start, and runs at least every 90 minutes', () => {
    expect(delayBefore(true, 1)).to.be.at.most(5 * MINUTE)
    expect(delayBefore(false, 1)).to.be.at.most(90 * MINUTE)
  })

  it('is counted by its outcome', async () => {
    const countOf = async (data: string, outcome: string) => {
      const text = await metrics.getSingleMetricAsString('tolbor_cleanings_total')
      const [, count = '0'] =
        new RegExp(`tolbor_cleanings_total\\{data="${data}",outcome="${outcome}"\\} (\\d+)`).exec(text) ?? []
      return Number(count)
    }
    const before = [await countOf('portal_links', 'failed'), await countOf('emails', 'done')]
    await onConnection((sql) => sql.run('RENAME TABLE portal_links TO portal_links_away'))
    await cleanNow()
    await onConnection((sql) => sql.run('RENAME TABLE portal_links_away TO portal_links'))
    const after = [await countOf('portal_links', 'failed'), await countOf('emails', 'done')]
    expect(after).to.deep.equal(before.map((count) => count + 1))
  })
})
