import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Started } from '../../dev/engines/engine.ts'
import { testEngines } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/**
 * A single server has no other primary or master, so each test exists only on a group of servers:
 * bin/test --engine galera,sentinel test/faults/failover.test.ts. The loss of a single server is tested in
 * hanging.test.ts, unusable-database.test.ts and redis.test.ts.
 */
const { database, redis } = testEngines
/** An asynchronous replica does not become the primary by itself. */
const hasOtherPrimary = database.isGroup && database.name !== 'mariadb-replica'
const withOtherPrimary = hasOtherPrimary ? it : () => undefined
const withOtherMaster = redis.isGroup ? it : () => undefined

describe('the service with a group of servers that loses one', () => {
  let service: Service

  beforeEach(async () => {
    service = await Service.start({ LOG_LEVEL: 'info' }, { ownServer: hasOtherPrimary })
  })
  afterEach(() => service.stop())

  /** Kills the first server: the primary, the writer or a master. */
  async function killFirst({ members: [first] }: Started): Promise<void> {
    process.kill(first!.pid, 'SIGKILL')
    await first!.ended
  }

  /** Creates a checkout with this reference, which it also uses as the idempotency key. */
  async function create(reference: string): Promise<number | undefined> {
    const body = { ...tea(), client_reference_id: reference }
    const answer = await service.call('post', '/checkouts', body).set('Idempotency-Key', reference)
    return answer.status === 201 ? (answer.body.data.id as number) : undefined
  }

  async function createAll(references: readonly string[]): Promise<void> {
    await Promise.all(
      references.map(async (reference) => {
        for (let id: number | undefined; id === undefined; await pause(200)) id = await create(reference)
      }),
    )
  }

  async function expire(references: readonly string[]): Promise<void> {
    const now = 'UTC_TIMESTAMP(6)'
    await service.rows(`UPDATE checkouts SET expires_at = ${now} WHERE client_reference_id IN (?)`, [
      references,
    ])
    await service.rows(
      `UPDATE timers SET due_at = ${now} WHERE kind = 'checkout.expire' AND subject_id IN
         (SELECT id FROM checkouts WHERE client_reference_id IN (?))`,
      [references],
    )
    const expired = "checkouts WHERE status = 'expired' AND client_reference_id IN (?)"
    await until(async () => (await service.count(expired, [references])) === references.length)
  }

  const references = Array.from({ length: 20 }, (_, index) => `order-${index}`)

  withOtherPrimary(
    'sells again when the database has another primary, and creates each order once',
    async () => {
      await createAll(references.slice(0, 10))
      const under = createAll(references.slice(10)) // some of these commit, some do not
      service.database.on('error', () => undefined) // it loses its server
      await killFirst(service.ownDatabase!)
      await under
      await service.reconnect()
      for (const reference of references)
        expect(await service.count('checkouts WHERE client_reference_id = ?', [reference])).to.equal(1)
      await expire(references)
    },
  )

  withOtherMaster('continues when Redis has another master', async () => {
    await createAll(references.slice(0, 10))
    await killFirst(service.redis)
    await createAll(references.slice(10))
    await expire(references)
  })
})
