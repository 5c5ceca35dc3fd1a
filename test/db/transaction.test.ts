import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Connection, ResultSetHeader } from 'mysql2'
import { now } from '../../common/runtime/clock.ts'
import { transactions } from '../../db/connection.ts'
import { isDuplicate, isLockTimeout, isUnavailable } from '../../db/errors.ts'
import { packedQuery } from '../../db/packed-query.ts'
import { withConnection } from '../../db/pool.ts'
import { writeRows } from '../../db/rows.ts'
import { sendTogether, StatementFailed } from '../../db/send-together.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { transact, transactTogether, type Tx } from '../../db/transaction.ts'
import { outlineOf, roundTripsOf } from '../support/statements.ts'

const run = <Result>(work: (tx: Tx) => Promise<Result>) => transact(work, { now })
const add = (sql: Sql, name: string) => writeRows(sql, 'words', [{ name }])
const count = (sql: Sql) => sql.rows('SELECT COUNT(*) FROM words')
const standing = () =>
  onConnection(async (sql) =>
    (await sql.rows<{ name: string }>('SELECT name FROM words ORDER BY id')).map(({ name }) => name),
  )
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
const tripsOf = async (work: () => Promise<unknown>) => (await roundTripsOf(work)).map(outlineOf)

describe('a transaction', () => {
  before(() =>
    onConnection((sql) =>
      sql.run(
        'CREATE TABLE words (id INT AUTO_INCREMENT PRIMARY KEY, name MEDIUMTEXT NOT NULL, UNIQUE KEY words_name (name(50)))',
      ),
    ),
  )
  after(() => onConnection((sql) => sql.run('DROP TABLE words')))
  beforeEach(() => run(({ sql }) => sql.run('DELETE FROM words'))) // and a connection is made

  it('sends what nobody waits for with what somebody waits for, in order, and with COMMIT', async () => {
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
    expect(await standing()).to.deep.equal(['three'])
  })

  it('sends nothing at all where nothing is asked or written, or where it fails before', async () => {
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
    expect(await standing()).to.deep.equal([])
  })

  it('sends what is kept before it becomes too much for one call', async () => {
    const trips = await tripsOf(() =>
      run(async ({ sql }) => {
        for (const name of 'abcdef') await add(sql, name + 'x'.repeat(60_000))
      }),
    )
    expect(trips.map(({ length }) => length)).to.deep.equal([5, 3])
  })

  it('runs nothing behind a statement that failed, COMMIT neither', async () => {
    const error = await withConnection(async (connection: Connection) => {
      const insert = (name: string) => connection.format('INSERT INTO words (name) VALUES (?)', [name])
      const texts = ['BEGIN', insert('one'), insert('one'), insert('two'), 'COMMIT']
      const failed = await errorOf(sendTogether(connection, texts))
      expect(await standing()).to.deep.equal([])
      const [inside] = await sendTogether(connection, ['SELECT name FROM words', 'ROLLBACK'])
      expect(inside).to.deep.equal([{ name: 'one' }])
      return failed as StatementFailed
    }, transactions)
    expect(error).to.be.instanceOf(StatementFailed)
    expect(error.index).to.equal(2)
    expect(isDuplicate(error.reason, 'words_name')).to.equal(true)
    expect(await standing()).to.deep.equal([])
  })

  it('is undone by a kept write that fails at COMMIT, and tells which index was met', async () => {
    await run(({ sql }) => add(sql, 'one'))
    const failing = run(async ({ sql }) => {
      await add(sql, 'two')
      await add(sql, 'one')
      await add(sql, 'three')
    })
    expect(isDuplicate(await errorOf(failing), 'words_name')).to.equal(true)
    expect(await standing()).to.deep.equal(['one'])
  })

  it('cannot be gone on with after a kept write has failed, whoever catches that', async () => {
    await run(({ sql }) => add(sql, 'one'))
    const failing = run(async ({ sql }) => {
      await add(sql, 'one')
      expect(isDuplicate(await errorOf(count(sql)))).to.equal(true)
      await add(sql, 'two')
    })
    expect(isDuplicate(await errorOf(failing))).to.equal(true)
    expect(await standing()).to.deep.equal(['one'])
  })

  it('can be gone on with after a statement that was waited for has failed, as ever', async () => {
    await run(({ sql }) => add(sql, 'one'))
    await run(async ({ sql }) => {
      await add(sql, 'two')
      const again = sql.run("INSERT INTO words (name) VALUES ('one')")
      expect(isDuplicate(await errorOf(again), 'words_name')).to.equal(true)
      await add(sql, 'three')
    })
    expect(await standing()).to.deep.equal(['one', 'two', 'three'])
  })

  it('says what its writer says of a failure, and gives its writer the answer before the commit', async () => {
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

  it('is run again whole where a kept write meets a deadlock', async () => {
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
    expect(await standing()).to.deep.equal(['one!', 'two!'])
  })

  it('is not run again where the connection is lost while its last call is under way', async () => {
    await run(({ sql }) => add(sql, 'one'))
    let ran = 0
    let thread = 0
    const blocked = await withConnection(async (connection: Connection) => {
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
    }, transactions)
    expect(isUnavailable(blocked)).to.equal(true)
    expect(ran).to.equal(1)
    expect(await standing()).to.deep.equal(['one'])
  })

  describe('that goes on with what it found last time', () => {
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

    it('looks again with the next statement', async () => {
      const trips = await tripsOf(() =>
        run(async ({ sql }) => {
          expect(await namesIn(sql)).to.deep.equal(['one'])
          await count(sql)
        }),
      )
      expect(trips).to.deep.equal([['BEGIN', 'SELECT words', 'SELECT words'], ['COMMIT']])
    })

    it('is undone and run again where it has changed, and sees what is', async () => {
      await change('two')
      const seen: string[] = []
      await run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        seen.push(name!)
        await sql.run('INSERT INTO words (name) VALUES (?)', [`after ${name}`])
      })
      expect(seen).to.deep.equal(['one', 'two'])
      expect(await standing()).to.deep.equal(['two', 'after two'])
    })

    it('has looked before COMMIT is sent, also where it waits for nothing else', async () => {
      await change('two')
      await run(async ({ sql }) => add(sql, `after ${(await namesIn(sql))[0]!}`))
      expect(await standing()).to.deep.equal(['two', 'after two'])
      await run(namesOf)
      expect(await tripsOf(() => run(namesOf))).to.deep.equal([['BEGIN', 'SELECT words'], ['COMMIT']])
    })

    it('refuses nobody for what is no longer so, and where it is still so runs once', async () => {
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

    it('cannot be gone on with, whoever catches that something has changed', async () => {
      await change('two')
      let ran = 0
      await run(async ({ sql }) => {
        ran += 1
        await namesIn(sql)
        await errorOf(count(sql))
        await add(sql, `run ${ran}`)
      })
      expect(await standing()).to.deep.equal(['two', 'run 2'])
    })

    /** A work that waits, where it runs first, until both have gone on with what they remember. */
    const sideBySide = () => {
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

    it('is confirmed for what it went on with itself, where another has learnt of the change meanwhile', async () => {
      await Promise.all([run(namesOf), run(namesOf)]) // two connections
      await change('two')
      const work = sideBySide()
      await Promise.all([run(work), run(work)])
      const names = (await standing()).map((name) => name.replace(/ by .*/, ''))
      expect(names).to.deep.equal(['two', 'after two', 'after two'])
    })

    it('looks once more where the look went out with a statement that failed', async () => {
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

    it('is run again once, and then asks, however often it changes', async () => {
      const seen: string[] = []
      await run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        seen.push(name!)
        await change(`${name}, changed`)
        await count(sql)
      })
      expect(seen).to.deep.equal(['one', 'one, changed'])
    })

    it('is run again whatever is made of the news that something has changed', async () => {
      await change('two')
      const refused = run(async ({ sql }) => {
        const [name] = await namesIn(sql)
        if (await errorOf(count(sql))) throw new Error('cannot count')
        throw new Error(`${name} is refused`)
      })
      expect(((await errorOf(refused)) as Error).message).to.equal('two is refused')
    })

    it('refuses nobody where it cannot look any more', async () => {
      const failing = run(async ({ sql }) => {
        await namesIn(sql)
        await errorOf(sql.run('KILL CONNECTION_ID()'))
        throw new Error('refused')
      })
      expect(isUnavailable(await errorOf(failing))).to.equal(true)
    })

    it('remembers no more than a little of each', async () => {
      const trips = () =>
        tripsOf(() => run(({ sql }) => sql.rows(ALL, [0], { cached: true }).then(() => count(sql))))
      await change('x'.repeat(20_000))
      await run(namesOf)
      expect(await trips(), 'is asked and waited for').to.deep.equal([
        ['BEGIN', 'SELECT words'],
        ['SELECT words'],
        ['COMMIT'],
      ])
      await change('short')
      await run(namesOf)
      expect(await trips()).to.deep.equal([['BEGIN', 'SELECT words', 'SELECT words'], ['COMMIT']])
    })

    it('sees that a row has come, and that one has gone', async () => {
      const found: string[][] = []
      const look = () =>
        run(async ({ sql }) => {
          const names = await namesIn(sql)
          await count(sql)
          found.push(names)
        })
      await run(({ sql }) => add(sql, 'two'))
      await look()
      await run(({ sql }) => sql.run("DELETE FROM words WHERE name = 'one'"))
      await look()
      expect(found).to.deep.equal([['one', 'two'], ['two']])
    })
  })

  it('takes no second statement from a value, and none from a text', async () => {
    const names = ["'; DROP TABLE words; -- ", "a\\';\nDELETE FROM words; -- ", '?', "\\';\n\0;"]
    await run(async ({ sql }) => {
      for (const name of names) await add(sql, name)
      const found = await sql.row('SELECT id FROM words WHERE name = ?', [names[1]!])
      expect(found).to.not.equal(undefined)
    })
    expect(await standing()).to.deep.equal(names)
    const two = run(({ sql }) => sql.write("INSERT INTO words (name) VALUES ('one'); DELETE FROM words"))
    expect(String(await errorOf(two))).to.contain('semicolon')
    expect(await standing()).to.deep.equal(names)
  })

  it('has connections of its own: no other takes several statements', async () => {
    const two = onConnection((sql) => sql.run("DELETE FROM words; INSERT INTO words (name) VALUES ('one')"))
    expect(await errorOf(two)).to.include({ code: 'ER_PARSE_ERROR' })
    expect(await standing()).to.deep.equal([])
  })

  describe('that several share', () => {
    const together = (...works: ((tx: Tx) => Promise<void>)[]) => transactTogether(works, { now })

    it('sends what they wait for at the same moment in one call, each with what it has kept', async () => {
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
      expect(await standing()).to.deep.equal(['a', 'b', 'a too', 'b too'])
      const rows = await onConnection((sql) =>
        sql.rows<{ id: number }>("SELECT id FROM words WHERE name IN ('a', 'b') ORDER BY id"),
      )
      expect(seen).to.deep.equal(rows.map(({ id }) => id))
    })

    it('makes one statement of what is alike, and gives each its own answer', async () => {
      const ids = new Map<string, number>()
      const found: string[] = []
      const written = (name: string) => (answer: ResultSetHeader) => ids.set(name, answer.insertId)
      const one = (name: string) => async (tx: Tx) => {
        await writeRows(tx.sql, 'words', [{ name }], { written: written(name) })
        await tx.sql.rows('SELECT 1 FROM words LIMIT 1') // not alike by itself, so what is sent with it is not either
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

    it('lets those be alone whose statements are not alike, in order', async () => {
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
      expect(await standing()).to.deep.equal(['a', 'd', 'b', 'e', 'c'])
    })

    it('sends values before they become too much for one call, and no new id without what asks for it', async () => {
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

    it('says of no row that it is new where one of several stood already', async () => {
      await run(({ sql }) => add(sql, 'there'))
      const told: number[] = []
      const write = (name: string) => (tx: Tx) =>
        writeRows(tx.sql, 'words', [{ name }], {
          onDuplicate: 'id = id',
          written: ({ affectedRows }) => told.push(affectedRows),
        })
      await together(write('there'), write('new'))
      expect(told).to.deep.equal([0, 0])
      await together(write('newer'), write('newest'))
      expect(told).to.deep.equal([0, 0, 1, 1])
      expect(await standing()).to.deep.equal(['there', 'new', 'newer', 'newest'])
    })

    it('does at one time what is done between two calls, and later what follows', async () => {
      let calls = 0
      const times: string[] = []
      const one = async (tx: Tx) => {
        await count(tx.sql)
        times.push(tx.now.toISOString())
      }
      await transactTogether([one, one], { now: () => new Date(Date.UTC(2026, 0, 1) + 1_000 * (calls += 1)) })
      expect(new Set(times).size).to.equal(1)
    })

    it('stands as a whole or not at all, and says what it failed by and not who suffered', async () => {
      await run(({ sql }) => add(sql, 'there'))
      const fine = async (tx: Tx) => {
        await add(tx.sql, 'fine')
        await count(tx.sql)
        await count(tx.sql)
      }
      const twice = async (tx: Tx) => {
        await count(tx.sql)
        await add(tx.sql, 'there')
        await count(tx.sql)
      }
      expect(isDuplicate(await errorOf(together(fine, twice, fine)))).to.equal(true)
      const thrown = await errorOf(together(fine, () => Promise.reject(new Error('a mistake of ours'))))
      expect(String(thrown)).to.equal('Error: a mistake of ours')
      expect(await standing()).to.deep.equal(['there'])
    })

    it('waits a second for a row, and leaves its connection as it was', async () => {
      await run(({ sql }) => add(sql, 'held'))
      const lock = (tx: Tx) => tx.sql.rows("SELECT id FROM words WHERE name = 'held' FOR UPDATE")
      const waits = 'SELECT @@innodb_lock_wait_timeout AS seconds'
      const before = await run(({ sql }) => sql.row<{ seconds: number }>(waits))
      const failed = await run(async (tx) => {
        await lock(tx)
        return errorOf(together((other) => lock(other).then(() => undefined)))
      })
      expect(isLockTimeout(failed.result)).to.equal(true)
      const after = await run(({ sql }) => sql.row<{ seconds: number }>(waits))
      expect(after.result).to.deep.equal(before.result)
    })
  })
})
