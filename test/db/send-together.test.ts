import { once } from 'node:events'
import { expect } from 'chai'
import mysql from 'mysql2'
import { isUnavailable } from '../../db/errors.ts'
import { sendTogether, StatementFailed } from '../../db/send-together.ts'

describe('statements that are sent in one call', () => {
  it('fail as unavailable if their connection is closed', async () => {
    const connection = mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
    await once(connection, 'connect')
    connection.destroy()
    const error: unknown = await sendTogether(connection, ['SELECT 1', 'SELECT 2']).catch(
      (reason: unknown) => reason,
    )
    expect(error).to.be.an.instanceOf(StatementFailed)
    expect((error as StatementFailed).index).to.equal(0)
    expect(isUnavailable((error as StatementFailed).reason)).to.equal(true)
  })
})
