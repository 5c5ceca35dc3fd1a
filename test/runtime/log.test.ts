import { expect } from 'chai'
import { tellable } from '../../common/runtime/log.ts'
import { database } from '../../db/connection.ts'
import { Payment } from '../../db/models/payment.ts'
import { onConnection } from '../../db/sql.ts'

describe('an error in the log', () => {
  const failures: [how: string, fail: () => Promise<unknown>][] = [
    [
      'written by hand',
      () => onConnection((sql) => sql.run('INSERT INTO customers (no_such_column) VALUES (?)', ['bat@x.mn'])),
    ],
    [
      'of a model',
      async () => {
        database()
        await Payment.findAll({ where: { noSuchColumn: 'bat@x.mn' } as never })
      },
    ],
  ]
  for (const [how, fail] of failures) {
    it(`says what went wrong, and nothing of the values in a statement ${how}`, async () => {
      const error = await fail().catch((thrown: unknown) => thrown)
      expect(JSON.stringify(error)).to.contain('bat@x.mn')
      const told = JSON.stringify(tellable(error as Error))
      expect(told).to.contain('Unknown column')
      expect(told).not.to.contain('bat@x.mn')
    })
  }
})
