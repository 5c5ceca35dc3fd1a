import { createPool, type PoolConnection } from 'mysql2'

const pool = createPool({
  uri: process.env.DATABASE_URL ?? '',
  connectionLimit: Number(process.env.DB_POOL_MAX ?? 10),
  timezone: '+00:00',
  charset: 'utf8mb4',
  stringifyObjects: true,
})
pool.on('connection', (connection) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
})

export type Query = <Result>(sql: string, values?: unknown[]) => Promise<Result>

/** Runs `work` with a connection of the pool. */
export async function connected<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  const connection = await connect()
  const query: Query = <Answer>(sql: string, values: unknown[] = []) =>
    new Promise<Answer>((resolve, reject) => {
      connection.query(sql, values, (error, result) => {
        if (error) reject(error)
        else resolve(result as Answer)
      })
    })
  try {
    return await work(query)
  } finally {
    connection.release()
  }
}

/** Runs `work` in a transaction. A failure ends the bench, so there is no rollback. */
export function inTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  return connected(async (query) => {
    await query('BEGIN')
    const result = await work(query)
    await query('COMMIT')
    return result
  })
}

function connect(): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) reject(error)
      else resolve(connection)
    })
  })
}
