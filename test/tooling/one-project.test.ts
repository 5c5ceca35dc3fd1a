import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { transactRaw } from '../../db/transaction.ts'
import { run } from '../../dev/processes.ts'
import { acrossProjects, keys, withoutProject } from '../support/across-projects.ts'
import { placeOf, withoutValues } from '../support/one-project.ts'
import { takeUnlisted } from '../support/unlisted.ts'

describe('the place of a statement', () => {
  const cases: [statement: string, place: string | null][] = [
    ['SELECT id FROM checkouts WHERE project_id = 7 AND is_test = 0', null],
    ['SELECT id FROM checkouts checkout WHERE checkout.project_id IN (7) AND id = 3', null],
    ["INSERT INTO timers (project_id, kind) VALUES (7, 'a'), (7, 'b')", null],
    ['UPDATE checkouts SET amount = 5 WHERE project_id = 7 AND id IN (3, 4)', null],
    ['SELECT * FROM projects WHERE id = 7', null],
    ['SELECT @@max_connections AS most', null],
    ['COMMIT', null],
    ['UPDATE checkouts SET amount = 5 WHERE id IN (3, 4)', 'checkouts.id'],
    ["DELETE FROM timers WHERE kind = 'a;b' AND subject_id = 3", 'timers.subject_id'],
    ["SELECT id FROM api_tokens WHERE hash = X'00ff'", 'api_tokens.hash'],
    [
      'SELECT id FROM payments JOIN projects ON projects.id = payments.project_id WHERE status = 5',
      'payments',
    ],
    ["SELECT 'project_id = 7' AS text FROM events", 'events'],
    ["SELECT 'it\\'s project_id = 7' AS text, '''' AS quote FROM events", 'events'],
    ['SELECT `id` FROM `events` AS `event` WHERE `event`.`type` = 5', 'events'],
    ['WITH newest AS (SELECT id FROM events) SELECT id FROM newest', 'events'],
    ["INSERT INTO deposits (payment_id, note) VALUES (7, 'project_id = 7')", 'deposits'],
    ['SELECT id FROM emails WHERE id > -9990', 'emails'],
    ["DELETE FROM emails WHERE updated_at < '2026-01-01' LIMIT 1000", 'emails'],
  ]
  for (const [statement, place] of cases)
    it(`is ${place ?? 'one project'} for ${statement}`, () => {
      expect(placeOf(withoutValues(statement))).to.equal(place)
    })
})

describe('the text of a statement without values', () => {
  it('has one form for positive and negative values', () => {
    expect(withoutValues('a > -9990 AND b = 5 AND c IN (-1, 2) AND d - 3 > 1')).to.equal(
      'a > ? AND b = ? AND c IN (?) AND d - ? > ?',
    )
  })
})

describe('the check of all statements', () => {
  /** It is not confined to a project, and not listed. */
  const text = "SELECT id FROM events WHERE type = 'checkout.completed' AND sequence > 5"
  const statement = 'SELECT id FROM events WHERE type = ? AND sequence > ?'

  beforeEach(() => {
    expect(takeUnlisted()).to.deep.equal([])
  })

  it('finds a statement of an operation, even if a test opened the transaction', async () => {
    await transactRaw((tx) => tx.sql.rows(text), { now: () => new Date() })
    expect(takeUnlisted().join()).to.include(statement)
    expect(takeUnlisted()).to.deep.equal([])
  })

  it('ignores the statements that a test sends itself', async () => {
    await onConnection((sql) => sql.rows(text))
    expect(takeUnlisted()).to.deep.equal([])
  })

  it('finds a statement of a process that a test started', async () => {
    const code = `import { closeDatabase } from './dist/db/connection.js'
      import { onConnection } from './dist/db/sql.js'
      await onConnection((sql) => sql.rows(${JSON.stringify(text)}))
      await closeDatabase()`
    await run('node', ['--input-type=module', '--eval', code])
    expect(takeUnlisted().join()).to.include(statement)
  })

  it('has the exceptions that docs/scaling.md counts', () => {
    const [, table] = readFileSync('docs/scaling.md', 'utf8').split('That list is the work that is left')
    const [, counted] = table!.split('\n\n')
    const numbers = Array.from(counted!.matchAll(/\| +(\d+)(?: keys)? \|/g), ([, number]) => Number(number))
    expect(numbers).to.have.lengthOf(4)
    expect(numbers.reduce((sum, number) => sum + number)).to.equal(keys.size + acrossProjects.length)
  })

  it('exempts only tables that have no project', async () => {
    const tables = await onConnection((sql) =>
      sql.rows<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'project_id'",
      ),
    )
    expect(tables.map(({ name }) => name).filter((name) => withoutProject.has(name))).to.deep.equal([])
    expect(tables).to.not.have.lengthOf(0)
  })
})
