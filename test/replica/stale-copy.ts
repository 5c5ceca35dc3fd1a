import mysql, { type RowDataPacket } from 'mysql2/promise'
import { config } from '../../common/runtime/config.ts'
import { closeDatabase } from '../../db/connection.ts'
import { leaveReplica, useReplica } from '../../db/replica.ts'

/** A database with the same tables and without rows, which is used as a replica that nothing has reached yet. */
export class StaleCopy {
  readonly name: string
  readonly #url: URL

  private constructor(url: URL) {
    this.#url = url
    this.name = url.pathname.slice(1)
  }

  static async create(): Promise<StaleCopy> {
    const primary = new URL(config().databaseUrl)
    const url = new URL(primary)
    url.pathname += '_stale'
    const copy = new StaleCopy(url)
    await copy.run('DROP DATABASE IF EXISTS ??', [copy.name])
    await copy.run('CREATE DATABASE ??', [copy.name])
    const from = primary.pathname.slice(1)
    const tables = await copy.run(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
      [from],
    )
    for (const { name } of tables)
      await copy.run('CREATE TABLE ??.?? LIKE ??.??', [copy.name, name, from, name])
    return copy
  }

  /** Lets this process use it. */
  use(): void {
    config().databaseReadUrl = this.#url.href
    useReplica()
  }

  /** Lets this process use the primary only. */
  leave(): void {
    leaveReplica({ isLost: false })
    config().databaseReadUrl = null
  }

  async drop(): Promise<void> {
    await closeDatabase() // the next test uses another one
    await this.run('DROP DATABASE ??', [this.name])
  }

  /** Runs a statement on the server, as a user that may write. */
  async run(text: string, values: unknown[] = []): Promise<RowDataPacket[]> {
    const connection = await mysql.createConnection({ uri: new URL('/', this.#url).href })
    const [rows] = await connection.query<RowDataPacket[]>(text, values)
    await connection.end()
    return rows
  }
}
