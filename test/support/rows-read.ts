import { onConnection, type Sql } from '../../db/sql.ts'

/** Runs `work`. Returns its result, and how many rows and index entries the server read for it. */
export function countingReads<Result>(work: (sql: Sql) => Promise<Result>): Promise<[Result, number]> {
  return onConnection(async (sql) => {
    await sql.run('FLUSH STATUS')
    const result = await work(sql)
    const counts = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
    return [result, counts.reduce((sum, { Value }) => sum + Number(Value), 0)]
  })
}
