import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { atomicallyTogether } from '../../common/runtime/atomically.ts'
import { config } from '../../common/runtime/config.ts'
import { writeEmail } from '../../common/services/emails/write.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import type { Tx } from '../../db/transaction.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { startWorkerHere } from '../support/workers.ts'
import { startMailServer } from './mail-server.ts'

/** Milliseconds: much longer than the scanner needs, and much shorter than a lease. */
const FOUND_WITHIN = 30_000

describe('emails written in one transaction', () => {
  it('are sent promptly and once, even if one of them was written before', async () => {
    const shop = await givenMerchant()
    const project = (await cachedProject(shop.projectId))!
    const { body } = await shop.post('/customers', { email: 'bat@example.com' }).expect(201)
    const customerId = body.data.id as number
    const write = (cause: string) => ({
      requestId: null,
      work: (tx: Tx) =>
        writeEmail(
          tx,
          { project, isTest: true },
          {
            ...{ kind: 'portal_link', cause, recipient: 'bat@example.com', locale: 'en' },
            ...{ customerId, payload: { customer_id: customerId } },
          },
        ),
    })
    const server = await startMailServer()
    config().smtpUrl = server.url
    const stop = await startWorkerHere()
    try {
      await atomicallyTogether([write('batch-2')])
      const waitFor = async (count: number) => {
        for (const end = Date.now() + FOUND_WITHIN; server.taken.length < count; await pause(20))
          if (Date.now() > end) throw new Error(`${server.taken.length} of ${count} emails were sent`)
      }
      await waitFor(1)
      await atomicallyTogether([write('batch-1'), write('batch-2'), write('batch-3')])
      await waitFor(3)
      await pause(1_500) // the scanner runs again
      expect(server.taken).to.have.length(3)
    } finally {
      await stop()
      config().smtpUrl = null
      await server.close()
    }
  })
})
