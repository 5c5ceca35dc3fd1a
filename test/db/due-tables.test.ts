import { expect } from 'chai'
import { dueTables } from '../../common/services/due-rows/tables.ts'
import { onConnection } from '../../db/sql.ts'

async function tablesWith(column: string): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = ?',
      [column],
    ),
  )
  return rows.map(({ name }) => name)
}

describe('the list of tables with due rows', () => {
  it('has every table whose rows have a due time', async () => {
    expect(dueTables.map(({ name }) => name)).to.have.members(await tablesWith('due_at'))
  })
})
