import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { laterWords } from '../../db/migrations/0067-later-words.ts'
import type { Migration } from '../../db/migrations/migration.ts'
import { isMigrated, migrate } from '../../db/run-migrations.ts'
import { onConnection } from '../../db/sql.ts'
import { createTrigger } from '../support/create-trigger.ts'

const run = (text: string) => onConnection((sql) => sql.run(text))
const recordedMigrations = async () =>
  (await onConnection((sql) => sql.rows<{ name: string }>('SELECT name FROM migrations'))).map(
    ({ name }) => name,
  )

/** Returns the migrations of each file, in the order of the files. */
function exportedMigrations(): Promise<Migration[][]> {
  const files = readdirSync('db/migrations').filter((file) => /^\d/.test(file))
  return Promise.all(
    files.toSorted().map(async (file) => {
      const found = (await import(`../../db/migrations/${file}`)) as Record<string, Migration[]>
      return Object.values(found).flat()
    }),
  )
}

/** Creates the state after a release that was killed between a migration and its record. */
async function givenKilledAfter(name: string): Promise<void> {
  await run(`UPDATE migrations SET name = 'begun ${name}' WHERE name = '${name}'`)
}

describe('a release', () => {
  it('has run the migrations of every file', async () => {
    const exported = await exportedMigrations()
    expect(exported.map(({ length }) => length)).to.not.include(0)
    expect(await recordedMigrations()).to.have.members(exported.flat().map(({ name }) => name))
  })

  it('adds no column to a table with an index of a generated column, because MariaDB would lock the table', async () => {
    const indexed = new Map<string, string>() // the name of the index, and its table
    const generated = new Map<string, string>() // the name of the column, and its table
    const locking: string[] = []
    for (const { name, sql } of (await exportedMigrations()).flat()) {
      const [, altered = ''] = /^\s*ALTER TABLE (\w+)/.exec(sql) ?? []
      if (sql.includes('ADD COLUMN') && [...indexed.values()].includes(altered)) locking.push(name)
      const [, column] = /ADD COLUMN (\w+) .* VIRTUAL/.exec(sql) ?? []
      if (column) generated.set(`${altered} ${column}`, altered)
      const [, index, table, columns = ''] = /^CREATE INDEX (\w+) ON (\w+) \((.*)\)/.exec(sql) ?? []
      if (index && columns.split(', ').some((one) => generated.has(`${table} ${one}`)))
        indexed.set(index, table!)
      const [, dropped = ''] = /DROP (?:INDEX|KEY) (\w+)/.exec(sql) ?? []
      indexed.delete(dropped)
    }
    expect(generated.size).to.equal(indexed.size).and.to.be.above(0)
    expect(locking).to.deep.equal([])
  })

  for (const table of ['payments', 'products'])
    it(`lets others read and write ${table} while names are indexed by their later words`, async () => {
      const copy = `${table}_copy`
      const added = laterWords.flatMap(({ sql }) => {
        const [, column] = new RegExp(`^ALTER TABLE ${table} ADD COLUMN (\\w+)`).exec(sql) ?? []
        const [, index] = new RegExp(`^CREATE INDEX (\\w+) ON ${table} `).exec(sql) ?? []
        return column || index ? [{ column, index, sql: sql.replace(` ${table} `, ` ${copy} `) }] : []
      })
      await run(`CREATE TABLE ${copy} LIKE ${table}`)
      const dropIndexes = async (how: string) => {
        for (const { index } of added) if (index) await run(`ALTER TABLE ${copy} DROP KEY ${index}${how}`)
      }
      const createIndexes = async () => {
        for (const { index, sql } of added) if (index) await run(`${sql} ALGORITHM = INPLACE LOCK = NONE`)
      }
      await dropIndexes('')
      for (const { column } of added.toReversed())
        if (column) await run(`ALTER TABLE ${copy} DROP COLUMN ${column}`)
      for (const { column, sql } of added)
        await run(column ? `${sql}, ALGORITHM = INSTANT` : `${sql} ALGORITHM = INPLACE LOCK = NONE`)
      // A later migration adds its columns while the indexes are gone.
      await dropIndexes(', ALGORITHM = INPLACE, LOCK = NONE')
      await run(`ALTER TABLE ${copy} ADD COLUMN later INT, ALGORITHM = INSTANT`)
      await createIndexes()
      await run(`DROP TABLE ${copy}`)
    })

  const interrupted = [
    '0502-portal-sessions',
    '0601-cancellation-details',
    '0801-prices-that-recur',
    '0901-timer-failures',
  ]
  for (const name of interrupted)
    it(`continues after one that was killed when ${name} had run`, async () => {
      await givenKilledAfter(name)
      expect(await onConnection(isMigrated)).to.equal(false)
      expect(await migrate()).to.deep.equal([name])
      expect(await onConnection(isMigrated)).to.equal(true)
      expect(await recordedMigrations())
        .to.include(name)
        .and.not.include(`begun ${name}`)
    })

  it('fails if the schema has an index that no migration created', async () => {
    await run("DELETE FROM migrations WHERE name = '0801-prices-that-recur'")
    for (const _ of ['once', 'and again']) {
      const error = await migrate().then(
        () => null,
        (thrown: unknown) => String(thrown),
      )
      expect(error).to.match(/duplicate key name/i)
    }
    await run('ALTER TABLE prices DROP KEY prices_type')
    expect(await migrate()).to.deep.equal(['0801-prices-that-recur'])
  })

  it('rolls back a change of rows if it cannot be recorded', async () => {
    const name = '3202-refunded-values'
    await run(`INSERT INTO segments (project_id, subscription_id, checkout_id, price_id, value, starts_at, ends_at, created_at)
      VALUES (1, 900001, 900001, 1, 1000, NOW(6), NOW(6), NOW(6))`)
    await run(`INSERT INTO checkouts (id, project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total,
        is_guest, expires_at, created_at, updated_at)
      VALUES (900001, 1, TRUE, 'migrate', 'complete', 'subscription', 'MNT', 1000, 1000, FALSE, NOW(6), NOW(6), NOW(6))`)
    const value = async () =>
      (await onConnection((sql) =>
        sql.row<{ value: number }>('SELECT value FROM segments WHERE checkout_id = 900001'),
      ))!.value
    await run(`INSERT INTO payments (id, project_id, is_test, payable_type, payable_id, method, status, amount, currency,
        amount_received, amount_refunded, paid_at, created_at, updated_at)
      VALUES (900001, 1, TRUE, 'checkout', 900001, 'test', 'succeeded', 1000, 'MNT', 1000, 400, NOW(6), NOW(6), NOW(6))`)
    await run(`INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
      VALUES (1, TRUE, 900001, 400, 'MNT', 'succeeded', NOW(6), NOW(6))`)
    await run(`DELETE FROM migrations WHERE name = '${name}'`)
    await createTrigger(`CREATE TRIGGER note_refused BEFORE INSERT ON migrations FOR EACH ROW
      IF NEW.name = '${name}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'killed'; END IF`)
    const error = await migrate().then(
      () => null,
      (thrown: unknown) => String(thrown),
    )
    expect(error).to.include('killed')
    expect(await value()).to.equal(1000)
    await run('DROP TRIGGER note_refused')
    expect(await migrate()).to.deep.equal([name])
    expect(await value()).to.equal(600)
    await run('DELETE FROM segments WHERE checkout_id = 900001')
    await run('DELETE FROM refunds WHERE payment_id = 900001')
    await run('DELETE FROM payments WHERE id = 900001')
    await run('DELETE FROM checkouts WHERE id = 900001')
  })

  it('runs a migration once if two releases run at the same time', async () => {
    await run('ALTER TABLE prices DROP KEY prices_type')
    await run("DELETE FROM migrations WHERE name = '0801-prices-that-recur'")
    const both = await Promise.all([migrate(), migrate()])
    expect(both.flat()).to.deep.equal(['0801-prices-that-recur'])
  })
})
