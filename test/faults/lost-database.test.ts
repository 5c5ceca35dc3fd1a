import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { testEngines } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/** The longest time to wait for a response, in milliseconds. */
const LONGEST = 10_000

/** A group begins without data when it is started again. It is tested in failover.test.ts. */
const onOneServer = testEngines.database.isGroup ? describe.skip : describe

onOneServer('the service with a database server that ends', () => {
  let service: Service

  beforeEach(async () => {
    service = await Service.start({ LOG_LEVEL: 'info' }, { ownServer: true, durable: true })
    service.database.on('error', () => undefined) // it loses its server
  })
  afterEach(() => service.stop())

  const order = (reference: string) =>
    service
      .call('post', '/checkouts', { ...tea(), client_reference_id: reference })
      .set('Idempotency-Key', reference)

  /** Orders until the service has created it. Returns the id. */
  async function create(reference: string): Promise<number> {
    for (;;) {
      const { status, body, headers } = await order(reference)
      if (status === 201) return (body as { data: { id: number } }).data.id
      expect([status, headers['retry-after'] !== undefined]).to.deep.equal([503, true])
      await pause(200)
    }
  }

  const createAll = (references: readonly string[]) => Promise.all(references.map(create))

  /** Checks that each order is there once, with the id that the client knows, and that workers still end checkouts. */
  async function check(references: readonly string[], ids: readonly number[]): Promise<void> {
    const rows = await service.rows<{ id: number; reference: string }>(
      'SELECT id, client_reference_id AS reference FROM checkouts ORDER BY id',
    )
    expect(new Map(rows.map(({ id, reference }) => [reference, id]))).to.deep.equal(
      new Map(references.map((reference, index) => [reference, ids[index]])),
    )
    expect(rows).to.have.length(references.length)
    await service.rows('UPDATE checkouts SET expires_at = UTC_TIMESTAMP(6)')
    await service.rows("UPDATE timers SET due_at = UTC_TIMESTAMP(6) WHERE kind = 'checkout.expire'")
    const expired = "events WHERE type = 'checkout.expired'"
    await until(async () => (await service.count(expired)) === references.length)
  }

  /** Checks that the web process has logged each cause at once and then every 10 s, not once for each request. */
  function expectFewErrors(outage: number): void {
    const errors = service.webLog.filter((line) => line.includes('"level":"error"'))
    const causes = errors.map((line) => (JSON.parse(line) as { cause?: string }).cause)
    expect(causes).to.include('unreachable')
    const most = 1 + Math.ceil(outage / 10_000)
    for (const cause of new Set(causes))
      expect(
        causes.filter((one) => one === cause),
        errors.join('\n'),
      ).to.have.length.within(1, most)
  }

  const references = Array.from({ length: 20 }, (_, index) => `order-${index}`)
  const pids = () => [service.web, ...service.workers].map((process) => process?.pid)

  it('returns 503 at once while it is stopped, and continues in the same processes when it is back (database-stopped)', async () => {
    const before = pids()
    const early = createAll(references.slice(0, 10)) // some of these commit, some do not
    await service.ownDatabase!.stop()
    const begun = performance.now()
    const refused = await Promise.all(references.slice(10).map((reference) => order(reference)))
    expect(performance.now() - begun).to.be.below(LONGEST)
    for (const { status, headers } of refused) {
      expect(status).to.equal(503)
      expect(headers).to.have.property('retry-after')
    }
    await request(service.url).get('/readyz').expect(503)
    await request(service.url).get('/healthz').expect(200)
    for (let n = 0; n < 50; n += 1) await order('order-0').expect(503)
    expectFewErrors(performance.now() - begun)
    const late = createAll(references.slice(10))
    await service.restartDatabase()
    const ids = [...(await early), ...(await late)]
    await check(references, ids)
    expect(pids()).to.deep.equal(before)
  })

  it('keeps each acknowledged order, and creates each other one once, when it is killed (database-killed)', async () => {
    const acknowledged = await createAll(references.slice(0, 10))
    const under = createAll(references.slice(10)) // some of these commit, some do not
    await pause(5)
    const [server] = service.ownDatabase!.members
    process.kill(server!.pid, 'SIGKILL')
    await server!.ended
    await service.restartDatabase()
    await check(references, [...acknowledged, ...(await under)])
  })
})
