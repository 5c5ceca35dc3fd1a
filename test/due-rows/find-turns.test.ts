import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { queues } from '../../common/domain/jobs/catalog.ts'
import { later, SECOND } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import { dueTables } from '../../common/services/due-rows/tables.ts'
import { onConnection } from '../../db/sql.ts'

const BUSY = 910_001
const OTHER = 910_002
const ROWS = 20_000

const soon = 'UTC_TIMESTAMP(6) - INTERVAL 1 SECOND, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)'
const email =
  'project_id, is_test, kind, cause, recipient, locale, words, status, due_at, created_at, updated_at'
const copy = 'project_id, is_test, subject, subject_id, url, asked, status, due_at, created_at, updated_at'

const tables = {
  timers: {
    many: `INSERT INTO timers (project_id, kind, subject_id, due_at)
      SELECT ${BUSY}, 'checkout.expire', 50000000 + seq, UTC_TIMESTAMP(6) - INTERVAL 1 SECOND FROM ${numbers(1, ROWS)}`,
    one: `INSERT INTO timers (project_id, kind, subject_id, due_at)
      VALUES (${OTHER}, 'checkout.expire', 60000000, UTC_TIMESTAMP(6) - INTERVAL 500000 MICROSECOND)`,
  },
  emails: {
    many: `INSERT INTO emails (${email})
      SELECT ${BUSY}, 1, 'receipt', CONCAT('find-turns-', seq), '', 'en', '{}', 'pending', ${soon} FROM ${numbers(1, ROWS)}`,
    one: `INSERT INTO emails (${email}) VALUES (${OTHER}, 1, 'receipt', 'find-turns', '', 'en', '{}', 'pending', ${soon})`,
  },
  image_copies: {
    many: `INSERT INTO image_copies (${copy})
      SELECT ${BUSY}, 1, 'product', 50000000 + seq, 'https://x.mn/', 1, 'pending', ${soon} FROM ${numbers(1, ROWS)}`,
    one: `INSERT INTO image_copies (${copy}) VALUES (${OTHER}, 1, 'product', 60000000, 'https://x.mn/', 1, 'pending', ${soon})`,
  },
}

describe('findTurns', () => {
  before(() => {
    config().smtpUrl = 'smtp://127.0.0.1:1' // emails are skipped if there is no mail server
  })
  after(() => {
    config().smtpUrl = null
  })

  for (const [name, { many, one }] of Object.entries(tables)) {
    it(`finds one due row in ${name} behind ${ROWS} rows of another project, and reads less than a tenth of them`, async () => {
      const { findTurns } = dueTables.find((table) => table.name === name)!
      await onConnection(async (sql) => {
        for (const text of [many, one]) await sql.run(text)
        await sql.rows(`ANALYZE TABLE ${name}`)
        await sql.run('FLUSH STATUS')
        const turns = await findTurns(sql, later(new Date(), SECOND))
        const reads = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
        await sql.run(`DELETE FROM ${name} WHERE project_id IN (?)`, [[BUSY, OTHER]])
        const { lanes } = queues[turns[0]!.queue]
        expect(turns.filter(({ group }) => group === BUSY)).to.have.length(lanes)
        expect(turns.filter(({ group }) => group === OTHER)).to.not.be.empty
        expect(reads.reduce((sum, { Value }) => sum + Number(Value), 0)).to.be.below(ROWS / 10)
      })
    })
  }
})
