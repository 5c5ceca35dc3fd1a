import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'

describe('the guide for operators', () => {
  it('says for every table how long its rows are kept', async () => {
    const [, retention = ''] = readFileSync('docs/guides/operations.md', 'utf8').split('## Retention')
    const named = Array.from(retention.matchAll(/^\| (`.+?) \|/gm), ([, cell = '']) => cell).flatMap((cell) =>
      Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name),
    )
    const tables = await onConnection((sql) =>
      sql.rows<{ name: string }>(
        'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
      ),
    )
    expect(named).to.have.members(tables.map(({ name }) => name))
  })
})
