import { expect } from 'chai'
import { isMigrated, migrate } from '../../db/run-migrations.ts'
import { onConnection } from '../../db/sql.ts'

const run = (text: string) => onConnection((sql) => sql.run(text))
const notes = async () =>
  (await onConnection((sql) => sql.rows<{ name: string }>('SELECT name FROM migrations'))).map(
    ({ name }) => name,
  )

/** What a release leaves behind that is killed after a migration, and before it could note that it has run. */
async function killedAfter(name: string): Promise<void> {
  await run(`UPDATE migrations SET name = 'begun ${name}' WHERE name = '${name}'`)
}

describe('a release', () => {
  const interrupted = [
    '0502-portal-sessions',
    '0601-cancellation-details',
    '0801-prices-that-recur',
    '0901-timer-failures',
  ]
  for (const name of interrupted)
    it(`that was killed once ${name} had run is gone on with`, async () => {
      await killedAfter(name)
      expect(await onConnection(isMigrated)).to.equal(false)
      expect(await migrate()).to.deep.equal([name])
      expect(await onConnection(isMigrated)).to.equal(true)
      expect(await notes())
        .to.include(name)
        .and.not.include(`begun ${name}`)
    })

  it('stops where something stands in its way that it did not make', async () => {
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

  it('does the work once, where two come at the same time', async () => {
    await run('ALTER TABLE prices DROP KEY prices_type')
    await run("DELETE FROM migrations WHERE name = '0801-prices-that-recur'")
    const both = await Promise.all([migrate(), migrate()])
    expect(both.flat()).to.deep.equal(['0801-prices-that-recur'])
  })
})
