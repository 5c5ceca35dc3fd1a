import { onConnection, type Sql } from '../../db/sql.ts'

/** What `work` answers, and how many entries of tables and indexes the server has read for it. */
export function countingReads<Result>(work: (sql: Sql) => Promise<Result>): Promise<[Result, number]> {
  return onConnection(async (sql) => {
    await sql.run('FLUSH STATUS')
    const result = await work(sql)
    const counts = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
    return [result, counts.reduce((sum, { Value }) => sum + Number(Value), 0)]
  })
}
