import mysql from 'mysql2/promise'

/** Creates a trigger on a connection of its own: its body contains semicolons, which our statements may not. */
export async function createTrigger(text: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  try {
    await connection.query(text)
  } finally {
    await connection.end()
  }
}
