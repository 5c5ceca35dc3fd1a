import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { enginesNamed } from '../../dev/engines/catalog.ts'
import type { Member } from '../../dev/engines/engine.ts'
import { redisCluster } from '../../dev/engines/redis-cluster.ts'
import { sentinel } from '../../dev/engines/sentinel.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'
import { kill, masterOfWebhooks } from './harness/cases/groups.ts'

/** The tests of a database need a group of servers: bin/test --engine mysql-group test/faults/failover.test.ts, or galera. */
const { database } = enginesNamed(process.env.TEST_ENGINES ?? '')
/** An asynchronous replica does not become the primary by itself. */
const hasOtherPrimary = database.isGroup && database.name !== 'mariadb-replica'
/** Long enough that a group expels a member that does not respond, in milliseconds. */
const EXPELLED_AFTER = 15_000

describe('the service with a group of servers that loses one', () => {
  after(closeReceivers)

  async function withService(
    settings: Parameters<typeof Service.start>[1],
    work: (service: Service) => Promise<void>,
  ): Promise<void> {
    const service = await Service.start({ LOG_LEVEL: 'info' }, settings)
    try {
      await work(service)
    } finally {
      await service.stop()
    }
  }

  /** Creates a checkout with this reference, which it also uses as the idempotency key. */
  async function create(service: Service, reference: string): Promise<number | undefined> {
    const body = { ...tea(), client_reference_id: reference }
    const answer = await service.call('post', '/checkouts', body).set('Idempotency-Key', reference)
    return answer.status === 201 ? (answer.body.data.id as number) : undefined
  }

  async function createAll(service: Service, references: readonly string[]): Promise<void> {
    await Promise.all(
      references.map(async (reference) => {
        for (let id: number | undefined; id === undefined; await pause(200))
          id = await create(service, reference)
      }),
    )
  }

  /** Lets all checkouts expire, and checks that each is there once and has one event. */
  async function expireAll(service: Service, references: readonly string[]): Promise<void> {
    for (const reference of references)
      expect(await service.count('checkouts WHERE client_reference_id = ?', [reference])).to.equal(1)
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
    expect(await service.count("events WHERE type = 'checkout.expired'")).to.equal(references.length)
  }

  const references = Array.from({ length: 20 }, (_, index) => `order-${index}`)

  /** Sells while `fault` happens to the primary. Some of the orders commit meanwhile, some do not. */
  const sellDuring = (fault: (primary: Member, service: Service) => Promise<unknown>) =>
    withService({ ownServer: true }, async (service) => {
      await createAll(service, references.slice(0, 10))
      const under = createAll(service, references.slice(10))
      service.database.on('error', () => undefined) // it loses its server
      await fault(service.ownDatabase!.members[0]!, service)
      await under
      await service.reconnect()
      await expireAll(service, references)
    })

  const loseMaster = () =>
    withService({ redis: sentinel }, async (service) => {
      await createAll(service, references.slice(0, 5))
      const [master, replica] = service.redis.members
      process.kill(replica!.pid, 'SIGSTOP')
      try {
        await createAll(service, references.slice(5, 10)) // the replica never receives the jobs of these
        await kill(master!)
      } finally {
        process.kill(replica!.pid, 'SIGCONT')
      }
      await createAll(service, references.slice(10))
      await expireAll(service, references)
    })

  const loseMasterOfCluster = () =>
    withService({ redis: redisCluster }, async (service) => {
      const receiver = await givenReceiver()
      await service.call('post', '/webhook-endpoints', { url: receiver.url }).expect(201)
      await createAll(service, references.slice(0, 10))
      await kill(await masterOfWebhooks(service.redis.url, service.redis.members))
      await createAll(service, references.slice(10))
      await expireAll(service, references)
      const delivered = "webhook_deliveries WHERE status = 'succeeded'"
      await until(async () => (await service.count(delivered)) === references.length)
    })

  if (hasOtherPrimary) {
    const killed = database.name === 'galera' ? 'galera-writer-killed' : 'group-primary-killed'
    it(`sells again when its primary is killed, and creates each order once (${killed})`, () =>
      sellDuring(kill))
  }

  if (database.name === 'mysql-group')
    it('sells while its primary is frozen, and after its return, and creates each order once (group-primary-frozen)', () =>
      sellDuring(async ({ pid }, service) => {
        process.kill(pid, 'SIGSTOP')
        try {
          await pause(EXPELLED_AFTER)
          await createAll(service, ['while-frozen'])
        } finally {
          process.kill(pid, 'SIGCONT')
        }
      }))

  describe('of Redis', () => {
    let both: Promise<void>[]

    // Both wait for most of the time, so they run at the same time.
    before(() => {
      both = [loseMaster(), loseMasterOfCluster()]
      for (const one of both) one.catch(() => undefined) // its test reports it
    })
    after(() => Promise.allSettled(both))

    it('expires each checkout once when a replica of Redis that lags becomes the master (sentinel-failover)', () =>
      both[0])

    it('delivers each webhook when the master of a Redis Cluster that has their queue is killed (cluster-master-killed)', () =>
      both[1])
  })
})
