import { expect } from 'chai'
import { atomically } from '../../common/runtime/atomically.ts'
import { packedQuery } from '../../db/packed-query.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'

interface Row {
  number: number
  flag: number
  none: string | null
  text: string
  name: string
  time: Date
  never: Date | null
}

const TEXT = 'Сүүтэй цай 🍵 "quoted" \\ back\\slash \t\r\n \u0001 </script> {"a": [1]}'

const QUERY = packedQuery<Row>(
  [
    ['number', 'given.number'],
    ['flag', 'IF(EXISTS (SELECT 1 FROM api_tokens WHERE project_id = project.id), 1, 0)'],
    ['none', 'given.none'],
    ['text', 'given.text'],
    ['name', 'project.name'],
    ['time', 'project.created_at'],
    ['never', 'given.never'],
  ],
  { time: true, never: true },
  `FROM projects project
   JOIN (SELECT CAST(? AS SIGNED) AS number, ? AS text, NULL AS none, CAST(NULL AS DATETIME(6)) AS never) given
   WHERE project.id = ?`,
)

describe('a packed query', () => {
  it('returns the same row as its plain text and as inside a transaction', async () => {
    const { projectId } = await givenMerchant()
    const values = [2 ** 53 - 1, TEXT, projectId]
    const [each] = await onConnection((sql) => sql.rows<Row>(QUERY.text, values))
    expect(each).to.include({ number: 2 ** 53 - 1, flag: 1, none: null, text: TEXT, never: null })
    expect(each!.time).to.be.instanceOf(Date)
    expect(await onConnection((sql) => sql.rows(QUERY, values))).to.deep.equal([each])
    expect(await atomically((tx) => tx.sql.rows(QUERY, values))).to.deep.equal([each])
  })

  it('reads a list that the server does not declare as JSON', () => {
    const values = [1, 0, null, TEXT, 'Shop', '2026-01-31 09:30:00.123000', null]
    const row = QUERY.read({ packed: JSON.stringify(values) })
    expect(row.time.toISOString()).to.equal('2026-01-31T09:30:00.123Z')
    expect(row).to.include({ number: 1, none: null, text: TEXT, never: null })
  })
})
