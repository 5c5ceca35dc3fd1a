import { expect } from 'chai'
import { isUnavailable } from '../../db/errors.ts'
import { withConnection } from '../../db/pool.ts'
import { sendTogether, StatementFailed } from '../../db/send-together.ts'

describe('statements that are sent in one call', () => {
  it('fail as unavailable if their connection is closed', async () => {
    const error: unknown = await withConnection(async (connection) => {
      connection.destroy()
      return sendTogether(connection, ['SELECT 1', 'SELECT 2'])
    }).catch((reason: unknown) => reason)
    expect(error).to.be.an.instanceOf(StatementFailed)
    expect((error as StatementFailed).index).to.equal(0)
    expect(isUnavailable((error as StatementFailed).reason)).to.equal(true)
  })
})
