import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import mysql, { type Connection } from 'mysql2'
import { now } from '../../common/runtime/clock.ts'
import { isDuplicate, isLockTimeout, isUnavailable } from '../../db/errors.ts'
import { packedQuery } from '../../db/packed-query.ts'
import { insert, writeRows } from '../../db/rows.ts'
import { sendTogether, StatementFailed } from '../../db/send-together.ts'
import { onConnection, type Sql, type WriteResult } from '../../db/sql.ts'
import { transact, transactRaw, transactTogether, type Tx } from '../../db/transaction.ts'
import { separately } from '../support/separately.ts'
import { outlineOf, roundTripsOf } from '../support/statements.ts'

const add = (sql: Sql, name: string) => writeRows(sql, 'words', [{ name }])
const count = (sql: Sql) => sql.rows('SELECT COUNT(*) FROM words')
const committed = () =>
  onConnection(async (sql) =>
    (await sql.rows<{ name: string }>('SELECT name FROM words ORDER BY id')).map(({ name }) => name),
  )
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
/** Runs `work` with its own connection, which accepts several statements in one call. */
const withMysql = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
  const uri = process.env.DATABASE_URL ?? ''
  const connection = mysql.createConnection({ uri, multipleStatements: true })
  try {
    return await work(connection)
  } finally {
    connection.destroy()
  }
}
const tripsOf = async (work: () => Promise<unknown>) => (await roundTripsOf(work)).map(outlineOf)

const testsOf = (begin: typeof transactRaw) => () => {
  const run = <Result>(work: (tx: Tx) => Promise<Result>) => begin(work, { now })

  before(() =>
    onConnection((sql) =>
      sql.run(
        'CREATE TABLE words (id INT AUTO_INCREMENT PRIMARY KEY, name MEDIUMTEXT NOT NULL, UNIQUE KEY words_name (name(50)))',
      ),
    ),
  )
  after(() => onConnection((sql) => sql.run('DROP TABLE words')))
  beforeEach(() => run(({ sql }) => sql.run('DELETE FROM words'))) // also opens a connection

  it('sends queued writes in order, with the next read or with COMMIT', async () => {
    const trips = await tripsOf(() =>
      run(async ({ sql }) => {
        await add(sql, 'one')
        await sql.write("UPDATE words SET name = 'two' WHERE name = 'one'")
        await count(sql)
        await sql.write("DELETE FROM words WHERE name = 'two'")
        await add(sql, 'three')
      }),
    )
    expect(trips).to.deep.equal([
      ['BEGIN', 'INSERT words', 'UPDATE words', 'SELECT words'],
      ['DELETE words', 'INSERT words', 'COMMIT'],
    ])
    expect(await committed()).to.deep.equal(['three'])
  })

  it('sends nothing if it has no statement, or fails before the first read', async () => {
    const trips = await tripsOf(async () => {
      await run(async () => undefined)
      await errorOf(
        run(async ({ sql }) => {
          await add(sql, 'one')
          throw new Error('refused')
        }),
      )
    })
    expect(trips).to.deep.equal([])
    expect(await committed()).to.deep.equal([])
  })

  it('sends queued writes before they exceed the size of one call', async () => {
    const trips = await tripsOf(() =>
      run(async ({ sql }) => {
        for (const name of 'abcdef') await add(sql, name + 'x'.repeat(60_000))
      }),
    )
    expect(trips.map(({ length }) => length)).to.deep.equal([5, 3])
  })

  it('runs no statement after a failed one, not even COMMIT', async () => {
    const error = await withMysql(async (connection) => {
      const insert = (name: string) => connection.format('INSERT INTO words (name) VALUES (?)', [name])
      const texts = ['BEGIN', insert('one'), insert('one'), insert('two'), 'COMMIT']
      const failed = await errorOf(sendTogether(connection, texts))
      expect(await committed()).to.deep.equal([])
      const [inside] = await sendTogether(connection, ['SELECT name FROM words', 'ROLLBACK'])
      expect(inside).to.deep.equal([{ name: 'one' }])
      return failed as StatementFailed
    })
    expect(error).to.be.instanceOf(StatementFailed)
    expect(error.index).to.equal(2)
    expect(isDuplicate(error.reason, 'words_name')).to.equal(true)
    expect(await committed()).to.deep.equal([])
  })

  it('rolls back if a queued write fails at COMMIT, and names the violated index', async () => {
    await run(({ sql }) => add(sql, 'one'))
    const failing = run(async ({ sql }) => {
      await add(sql, 'two')
      await add(sql, 'one')
      await add(sql, 'three')
    })
    expect(isDuplicate(await errorOf(failing), 'words_name')).to.equal(true)
    expect(await committed()).to.deep.equal(['one'])
  })

  it('rolls back after a failed queued write, even if the error is caught', async () => {
    await run(({ sql }) => add(sql, 'one'))
    const failing = run(async ({ sql }) => {
      await add(sql, 'one')
      expect(isDuplicate(await errorOf(count(sql)))).to.equal(true)
      await add(sql, 'two')
    })
    expect(isDuplicate(await errorOf(failing))).to.equal(true)
    expect(await committed()).to.deep.equal(['one'])
  })

  it('can continue after an awaited statement has failed', async () => {
    await run(({ sql }) => add(sql, 'one'))
    await run(async ({ sql }) => {
      await add(sql, 'two')
      const again = sql.run("INSERT INTO words (name) VALUES ('one')")
      expect(isDuplicate(await errorOf(again), 'words_name')).to.equal(true)
      await add(sql, 'three')
    })
    expect(await committed()).to.deep.equal(['one', 'two', 'three'])
  })

  it("throws the writer's own error, and passes the result to the writer before the commit", async () => {
    const ids: number[] = []
    const write = ({ sql }: Tx) =>
      writeRows(sql, 'words', [{ name: 'one' }], {
        failed: (error) => new Error(isDuplicate(error) ? 'known already' : 'not foreseen'),
        written: ({ insertId }) => ids.push(insertId),
      })
    await run(write)
    expect(((await errorOf(run(write))) as Error).message).to.equal('known already')
    const [row] = await onConnection((sql) => sql.rows<{ id: number }>('SELECT id FROM words'))
    expect(ids).to.deep.equal([row!.id])
  })

  it('runs again completely after a deadlock of a queued write (database-deadlocks)', async () => {
    await run(async ({ sql }) => {
      await add(sql, 'one')
      await add(sql, 'two')
    })
    let ran = 0
    let holding = 0
    let bothHold = () => {}
    const held = new Promise<void>((resolve) => (bothHold = resolve))
    const change = (own: string, other: string) =>
      run(async ({ sql }) => {
        ran += 1
        await sql.row('SELECT id FROM words WHERE name = ? FOR UPDATE', [own])
        holding += 1
        if (holding === 2) bothHold()
        await held
        await sql.write('UPDATE words SET name = CONCAT(name, ?) WHERE name = ?', ['!', other])
      })
    await Promise.all([change('one', 'two'), change('two', 'one')])
    expect(ran).to.equal(3)
    expect(await committed()).to.deep.equal(['one!', 'two!'])
  })

  it('does not run again if the connection is lost during its last call', async () => {
    await run(({ sql }) => add(sql, 'one'))
    let ran = 0
    let thread = 0
    const blocked = await withMysql(async (connection) => {
      await sendTogether(connection, ['BEGIN', "DELETE FROM words WHERE name = 'one'"])
      const waiting = errorOf(
        run(async ({ sql }) => {
          ran += 1
          thread = (await sql.row<{ id: number }>('SELECT CONNECTION_ID() AS id'))!.id
          await add(sql, 'two')
          await add(sql, 'one') // waits for the row that is being deleted
        }),
      )
      while (thread === 0) await pause(5)
      await pause(50)
      await onConnection((sql) => sql.run('KILL ?', [thread]))
      const error = await waiting
      await sendTogether(connection, ['ROLLBACK'])
      return error
    })
    expect(isUnavailable(blocked)).to.equal(true)
    expect(ran).to.equal(1)
    expect(await committed()).to.deep.equal(['one'])
  })

  describe('with a cached row', () => {
    interface Word {
      name: string
    }
    const ALL = packedQuery<Word>(
      [['name', 'word.name']],
      {},
      'FROM words word WHERE word.id > ? ORDER BY word.id',
    )
    const namesIn = async (sql: Sql) => (await sql.rows(ALL, [0], { cached: true })).map(({ name }) => name)
    const namesOf = ({ sql }: Tx) => namesIn(sql)
    const change = (name: string) => onConnection((sql) => sql.run('UPDATE words SET name = ?', [name]))
    const rename = (from: string, to: string) =>
      onConnection((sql) => sql.run('UPDATE words SET name = ? WHERE name = ?', [to, from]))

    beforeEach(async () => {
      await run(({ sql }) => add(sql, 'one'))
      await run(namesOf)
    })

    it('checks the cached row together with the next statement', async () => {
      const trips = await tripsOf(() =>
        run(async ({ sql }) => {
          expect(await namesIn(sql)).to.deep.equal(['one'])
          await count(sql)
        }),
      )
      expect(trips).to.deep.equal([['BEGIN', 'SELECT words', 'SELECT words'], ['COMMIT']])
    })

    it('rolls back and runs again with the current row if the cached one is stale', async () => {
      await change('two')
      const seen: string[] = []
      await run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        seen.push(name!)
        await sql.run('INSERT INTO words (name) VALUES (?)', [`after ${name}`])
      })
      expect(seen).to.deep.equal(['one', 'two'])
      expect(await committed()).to.deep.equal(['two', 'after two'])
    })

    it('checks the cached row before COMMIT, even without another read', async () => {
      await change('two')
      await run(async ({ sql }) => add(sql, `after ${(await namesIn(sql))[0]!}`))
      expect(await committed()).to.deep.equal(['two', 'after two'])
      await run(namesOf)
      expect(await tripsOf(() => run(namesOf))).to.deep.equal([['BEGIN', 'SELECT words'], ['COMMIT']])
    })

    it('throws for a current row at once, and runs again for a stale one', async () => {
      const refuse = (seen: string[]) =>
        run(async ({ sql }) => {
          const [name] = await namesIn(sql)
          seen.push(name!)
          if (name === 'one') throw new Error('one is refused')
        })
      const still: string[] = []
      expect(((await errorOf(refuse(still))) as Error).message).to.equal('one is refused')
      expect(still).to.deep.equal(['one'])
      await change('two')
      const changed: string[] = []
      await refuse(changed)
      expect(changed).to.deep.equal(['one', 'two'])
    })

    it('runs again even if the work catches that the row is stale', async () => {
      await change('two')
      let ran = 0
      await run(async ({ sql }) => {
        ran += 1
        await namesIn(sql)
        await errorOf(count(sql))
        await add(sql, `run ${ran}`)
      })
      expect(await committed()).to.deep.equal(['two', 'run 2'])
    })

    /** Returns work whose first run waits until both transactions have used the cached row. */
    const afterBothRead = () => {
      let waiting = 0
      let go: () => void
      const both = new Promise<void>((resolve) => (go = resolve))
      return async ({ sql }: Tx) => {
        const [name] = await namesIn(sql)
        waiting += 1
        if (waiting === 2) go()
        await both
        await sql.run('INSERT INTO words (name) VALUES (?)', [`after ${name} by ${waiting}`])
      }
    }

    it('checks its own cached row, even if another transaction has refreshed the cache', async () => {
      await Promise.all([run(namesOf), run(namesOf)]) // two connections
      await change('two')
      const work = afterBothRead()
      await Promise.all([run(work), run(work)])
      const names = (await committed()).map((name) => name.replace(/ by .*/, ''))
      expect(names).to.deep.equal(['two', 'after two', 'after two'])
    })

    it('checks again if the check was sent with a statement that failed', async () => {
      const failing = (sql: Sql) => errorOf(sql.run("INSERT INTO words (name) VALUES ('there already')"))
      await onConnection((sql) => add(sql, 'there already'))
      await run(namesOf)
      await rename('one', 'two')
      const seen: string[] = []
      await run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        seen.push(name!)
        expect(isDuplicate(await failing(sql))).to.equal(true)
        await add(sql, `after ${name}`)
      })
      expect(seen).to.deep.equal(['one', 'two'])
      await rename('two', 'three')
      const refused = run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        if (await failing(sql)) throw new Error(`${name} is refused`)
      })
      expect(((await errorOf(refused)) as Error).message).to.equal('three is refused')
    })

    it('runs again once and then reads without the cache', async () => {
      const seen: string[] = []
      await run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        seen.push(name!)
        await separately(() => change(`${name}, changed`))
        await count(sql)
      })
      expect(seen).to.deep.equal(['one', 'one, changed'])
    })

    it('runs again even if the work throws its own error after a stale row', async () => {
      await change('two')
      const refused = run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        if (await errorOf(count(sql))) throw new Error('cannot count')
        throw new Error(`${name} is refused`)
      })
      expect(((await errorOf(refused)) as Error).message).to.equal('two is refused')
    })

    it('throws that the database is unavailable if it cannot check the row', async () => {
      const failing = run(async ({ sql }) => {
        await namesIn(sql)
        await errorOf(sql.run('KILL CONNECTION_ID()'))
        throw new Error('refused')
      })
      expect(isUnavailable(await errorOf(failing))).to.equal(true)
    })

    it('does not cache long rows', async () => {
      const trips = () =>
        tripsOf(() => run(({ sql }) => sql.rows(ALL, [0], { cached: true }).then(() => count(sql))))
      await change('x'.repeat(20_000))
      await run(namesOf)
      expect(await trips(), 'the row is read and awaited').to.deep.equal([
        ['BEGIN', 'SELECT words'],
        ['SELECT words'],
        ['COMMIT'],
      ])
      await change('short')
      await run(namesOf)
      expect(await trips()).to.deep.equal([['BEGIN', 'SELECT words', 'SELECT words'], ['COMMIT']])
    })

    it('notices added and deleted rows', async () => {
      const found: string[][] = []
      const lookUp = () =>
        run(async ({ sql }) => {
          const names = await namesIn(sql)
          await count(sql)
          found.push(names)
        })
      await run(({ sql }) => add(sql, 'two'))
      await lookUp()
      await run(({ sql }) => sql.run("DELETE FROM words WHERE name = 'one'"))
      await lookUp()
      expect(found).to.deep.equal([['one', 'two'], ['two']])
    })
  })

  it('executes no second statement from a value or from a text', async () => {
    const names = ["'; DROP TABLE words; -- ", "a\\';\nDELETE FROM words; -- ", '?', "\\';\n\0;"]
    await run(async ({ sql }) => {
      for (const name of names) await add(sql, name)
      const found = await sql.row('SELECT id FROM words WHERE name = ?', [names[1]!])
      expect(found).to.not.equal(undefined)
    })
    expect(await committed()).to.deep.equal(names)
    const two = run(({ sql }) => sql.write("INSERT INTO words (name) VALUES ('one'); DELETE FROM words"))
    expect(String(await errorOf(two))).to.contain('semicolon')
    expect(await committed()).to.deep.equal(names)
  })

  it('refuses a semicolon also outside of transactions', async () => {
    const two = onConnection((sql) => sql.run("DELETE FROM words; INSERT INTO words (name) VALUES ('one')"))
    expect(String(await errorOf(two))).to.contain('semicolon')
    expect(await committed()).to.deep.equal([])
  })

  describe('shared by several pieces of work', () => {
    const together = (...works: ((tx: Tx) => Promise<void>)[]) => transactTogether(works, { now })

    it('sends their concurrent reads in one call, each with its queued writes', async () => {
      const seen: unknown[] = []
      const one = (name: string) => async (tx: Tx) => {
        await tx.sql.rows('SELECT 1 FROM words LIMIT 1')
        await add(tx.sql, name)
        seen.push((await tx.sql.row<{ id: number }>('SELECT LAST_INSERT_ID() AS id'))!.id)
        await add(tx.sql, `${name} too`)
      }
      const trips = await tripsOf(() => together(one('a'), one('b')))
      expect(trips).to.deep.equal([
        ['SET', 'BEGIN', 'SELECT', 'SELECT words', 'SELECT words'],
        ['INSERT words', 'SELECT', 'INSERT words', 'SELECT'],
        ['INSERT words', 'COMMIT', 'SET'],
      ])
      expect(await committed()).to.deep.equal(['a', 'b', 'a too', 'b too'])
      const rows = await onConnection((sql) =>
        sql.rows<{ id: number }>("SELECT id FROM words WHERE name IN ('a', 'b') ORDER BY id"),
      )
      expect(seen).to.deep.equal(rows.map(({ id }) => id))
    })

    it('combines similar statements, and gives each work its own result', async () => {
      const ids = new Map<string, number>()
      const found: string[] = []
      const written = (name: string) => (answer: WriteResult) => ids.set(name, answer.insertId)
      const one = (name: string) => async (tx: Tx) => {
        await writeRows(tx.sql, 'words', [{ name }], { written: written(name) })
        await tx.sql.rows('SELECT 1 FROM words LIMIT 1') // is not combined, nor are the statements sent with it
        await tx.sql.write(
          "INSERT INTO words (name) SELECT CONCAT(?, '!') FROM words WHERE name = ?",
          [name, name],
          { combine: 'select' },
        )
        await tx.sql.write('UPDATE words SET name = CONCAT(name, ?) WHERE id IN (?)', ['?', ids.get(name)!], {
          combine: 'subject',
        })
        const rows = await tx.sql.rows<{ name: string }>(
          'SELECT id, name FROM words WHERE name LIKE ? AND id IN (?)',
          ['%?', ids.get(name)!],
          { combine: 'subject' },
        )
        found.push(...rows.map((row) => row.name))
        await writeRows(tx.sql, 'words', [{ name: `${name} too` }], { written: written(`${name} too`) })
      }
      const trips = await tripsOf(() => together(one('a'), one('b'), one('c')))
      expect(trips.slice(1)).to.deep.equal([
        ['INSERT words', 'UPDATE words', 'SELECT words'],
        ['INSERT words', 'COMMIT', 'SET'],
      ])
      expect(found).to.deep.equal(['a?', 'b?', 'c?'])
      const rows = await onConnection((sql) =>
        sql.rows<{ id: number; name: string }>('SELECT id, name FROM words'),
      )
      for (const { id, name } of rows)
        if (!name.endsWith('!')) expect(ids.get(name.replace('?', ''))).to.equal(id)
      expect(rows.map(({ name }) => name).sort()).to.deep.equal(
        ['a', 'b', 'c'].flatMap((name) => [`${name} too`, `${name}!`, `${name}?`]).sort(),
      )
    })

    it('sets different values of different rows by one statement, with the rows in any order', async () => {
      await run(({ sql }) => writeRows(sql, 'words', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]))
      const rows = await onConnection((sql) =>
        sql.rows<{ id: number; name: string }>('SELECT id, name FROM words ORDER BY id DESC'),
      )
      const rename = (end: string, name: string, id: number) => (tx: Tx) =>
        tx.sql.write(
          'UPDATE words SET name = CONCAT(COALESCE(?, name), ?) WHERE name <> ? AND id IN (?)',
          [name === 'b' ? null : `'${name}`, end, 'x', id],
          { combine: 'subject' },
        )
      const trips = await tripsOf(() => together(...rows.map(({ id, name }) => rename('?', name, id))))
      expect(trips.at(-1)).to.deep.equal(['UPDATE words', 'COMMIT', 'SET'])
      expect(await committed()).to.deep.equal(["'a?", 'b?', "'c?"])
    })

    it('refuses that two works set values of one row, and changes nothing', async () => {
      const { result: id } = await run(({ sql }) => insert(sql, 'words', { name: 'one' }))
      const rename = (name: string) => (tx: Tx) =>
        tx.sql.write('UPDATE words SET name = ? WHERE id IN (?)', [name, id], { combine: 'subject' })
      const error = await errorOf(together(rename('two'), rename('three')))
      expect(String(error)).to.include('Two members of a batch set different values of one row: UPDATE')
      expect(await committed()).to.deep.equal(['one'])
    })

    it('sends different statements separately and in order', async () => {
      const writes =
        (...names: string[]) =>
        async (tx: Tx) => {
          for (const name of names) await add(tx.sql, name)
          await tx.sql.write('DELETE FROM words WHERE id IN (?)', [0], { combine: 'subject' })
        }
      const trips = await tripsOf(() => together(writes('a', 'b'), writes('c'), writes('d', 'e')))
      expect(trips.at(-1)).to.deep.equal([
        ...['INSERT words', 'INSERT words', 'DELETE words', 'INSERT words', 'DELETE words'],
        ...['COMMIT', 'SET'],
      ])
      expect(await committed()).to.deep.equal(['a', 'd', 'b', 'e', 'c'])
    })

    it('splits large calls, but sends an insert together with the read of its id', async () => {
      const found: string[] = []
      const one = (name: string, before: string[]) => async (tx: Tx) => {
        for (const word of [...before, name]) await add(tx.sql, word + 'x'.repeat(200_000))
        const copied = `${name}!${'x'.repeat(100_000)}`
        await tx.sql.write('INSERT INTO words (name) SELECT ?', [copied], { combine: 'select' })
        const own = 'SELECT LEFT(name, 2) AS name FROM words WHERE id = LAST_INSERT_ID()'
        found.push((await tx.sql.row<{ name: string }>(own))!.name)
      }
      const trips = await tripsOf(() => together(one('a', []), one('b', ['c'])))
      expect(trips.slice(1)).to.deep.equal([
        ['INSERT words', 'SELECT words', 'INSERT words'],
        ['INSERT words', 'SELECT words'],
        ['COMMIT', 'SET'],
      ])
      expect(found).to.deep.equal(['a!', 'b!'])
    })

    it('reports no row as new if one of the combined rows existed', async () => {
      await run(({ sql }) => add(sql, 'there'))
      const affected: number[] = []
      const write = (name: string) => (tx: Tx) =>
        writeRows(tx.sql, 'words', [{ name }], {
          onDuplicate: 'id = id',
          written: ({ affectedRows }) => affected.push(affectedRows),
        })
      await together(write('there'), write('new'))
      expect(affected).to.deep.equal([0, 0])
      await together(write('newer'), write('newest'))
      expect(affected).to.deep.equal([0, 0, 1, 1])
      expect(await committed()).to.deep.equal(['there', 'new', 'newer', 'newest'])
    })

    it('gives all works between two calls the same time', async () => {
      let calls = 0
      const times: string[] = []
      const one = async (tx: Tx) => {
        await count(tx.sql)
        times.push(tx.now.toISOString())
      }
      await transactTogether([one, one], { now: () => new Date(Date.UTC(2026, 0, 1) + 1_000 * (calls += 1)) })
      expect(new Set(times).size).to.equal(1)
    })

    it('commits all works or none, and throws the error of the failed one', async () => {
      await run(({ sql }) => add(sql, 'there'))
      const valid = async (tx: Tx) => {
        await add(tx.sql, 'fine')
        await count(tx.sql)
        await count(tx.sql)
      }
      const duplicate = async (tx: Tx) => {
        await count(tx.sql)
        await add(tx.sql, 'there')
        await count(tx.sql)
      }
      expect(isDuplicate(await errorOf(together(valid, duplicate, valid)))).to.equal(true)
      const thrown = await errorOf(together(valid, () => Promise.reject(new Error('a bug'))))
      expect(String(thrown)).to.equal('Error: a bug')
      expect(await committed()).to.deep.equal(['there'])
    })

    it('waits one second for a row, and resets its connection', async () => {
      await run(({ sql }) => add(sql, 'held'))
      const lock = (tx: Tx) => tx.sql.rows("SELECT id FROM words WHERE name = 'held' FOR UPDATE")
      const waits = 'SELECT @@innodb_lock_wait_timeout AS seconds'
      const before = await run(({ sql }) => sql.row<{ seconds: number }>(waits))
      const failed = await run(async (tx) => {
        await lock(tx)
        return errorOf(separately(() => together((other) => lock(other).then(() => undefined))))
      })
      expect(isLockTimeout(failed.result)).to.equal(true)
      const after = await run(({ sql }) => sql.row<{ seconds: number }>(waits))
      expect(after.result).to.deep.equal(before.result)
    })
  })
}

describe('a transaction', testsOf(transact))
describe('a raw transaction', testsOf(transactRaw))
