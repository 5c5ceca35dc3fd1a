import { expect } from 'chai'
import type { RehearsalObject } from '../../common/domain/webhooks/rehearsals/object.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

describe('a worker with a single slot', () => {
  let service: Service

  before(async () => {
    service = await Service.start({ WORKER_CONCURRENCY: '1', LOG_LEVEL: 'trace' })
  })
  afterEach(closeReceivers)
  after(() => service.stop())

  async function givenEndpoint(url: string): Promise<number> {
    const { body } = await service.call('post', '/webhook-endpoints', { url }).expect(201)
    return body.data.id as number
  }

  async function somethingHappens(): Promise<void> {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    await service.call('post', `/checkouts/${body.data.id}/expire`).expect(200)
  }

  const succeeded = (endpoint: number) =>
    service.count("webhook_deliveries WHERE status = 'succeeded' AND endpoint_id = ?", [endpoint])

  it('logs the result of an attempt without secrets', async () => {
    const receiver = await givenReceiver((response) => response.writeHead(500).end('your secret is sesame'))
    const url = `${receiver.url}?key=hush`
    const { body } = await service.call('post', '/webhook-endpoints', { url }).expect(201)
    await somethingHappens()
    const logged = () => service.workers[0]!.tail().join('\n')
    await until(async () => logged().includes('webhook attempt'))
    expect(logged()).to.include(`"endpoint_id":${body.data.id}`)
    for (const secret of [body.data.secret.slice(6), 'hush', 'sesame', 'v1,', url])
      expect(logged()).to.not.include(secret)
    await service.call('patch', `/webhook-endpoints/${body.data.id}`, { active: false }).expect(200)
  })

  it('reaches a healthy endpoint in time while three others hang', async () => {
    for (let count = 0; count < 3; count += 1) await givenEndpoint((await givenReceiver(() => undefined)).url)
    const healthy = await givenReceiver()
    const endpoint = await givenEndpoint(healthy.url)
    await somethingHappens()
    const started = Date.now()
    await until(async () => (await succeeded(endpoint)) === 1)
    expect(Date.now() - started).to.be.below(8_000) // one hanging attempt alone takes 15 s
    expect(healthy.received).to.have.lengthOf(1)
  })

  it('sends a delivery again after another worker was killed during it', async () => {
    let silent = true
    const receiver = await givenReceiver((response) => {
      if (!silent) response.end()
    })
    const endpoint = await givenEndpoint(receiver.url)
    await somethingHappens()
    await until(async () => receiver.received.length === 1)
    await service.kill(service.workers[0])
    silent = false
    service.startWorker()
    await until(async () => (await succeeded(endpoint)) === 1)
    const [first, again] = receiver.received
    expect(again!.body).to.equal(first!.body)
    expect(again!.headers['webhook-id']).to.equal(first!.headers['webhook-id'])
  })

  it('finishes started deliveries after SIGTERM, and leaves the rest to the next worker', async () => {
    const receiver = await givenReceiver((response) => {
      setTimeout(() => response.end(), 200)
    })
    const endpoint = await givenEndpoint(receiver.url)
    await Promise.all(Array.from({ length: 30 }, somethingHappens))
    await until(async () => receiver.received.length > 4)
    const [worker] = service.workers
    const receivedBefore = receiver.received.length
    process.kill(worker!.pid, 'SIGTERM')
    expect(await worker!.ended).to.equal('exit code 0')
    const started = receiver.received.length
    expect(started - receivedBefore).to.be.at.most(8) // the signal arrives a little later
    expect(await succeeded(endpoint)).to.equal(started)
    service.workers = []
    service.startWorker()
    await until(async () => (await succeeded(endpoint)) === 30)
    expect(receiver.received).to.have.lengthOf(30)
  })

  it('continues a rehearsal after another worker was killed during it', async () => {
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(receiver.url)
    const path = `/webhook-endpoints/${endpoint}`
    const { body } = await service.call('post', `${path}/rehearse`, { duplicates: true, reorder: true })
    await until(async () => receiver.received.length > 3)
    await service.kill(service.workers[0])
    service.startWorker()
    const report = async () =>
      (await service.call('get', `${path}/rehearsals/${body.data.id}`)).body.data as RehearsalObject
    await until(async () => (await report()).status === 'finished')
    const { deliveries, verdicts } = await report()
    expect(deliveries.map(({ status }) => status)).to.deep.equal(
      Array.from({ length: 12 }, () => 'succeeded'),
    )
    expect(deliveries.every(({ attempts }) => attempts.length >= 2)).to.equal(true)
    expect(verdicts).to.have.lengthOf(1)
  })

  it('delivers each of 60 events once together with two other workers', async () => {
    service.startWorker()
    service.startWorker()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(receiver.url)
    await Promise.all(Array.from({ length: 60 }, somethingHappens))
    await until(async () => (await succeeded(endpoint)) === 60)
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([receiver.received.length, ids.size]).to.deep.equal([60, 60])
  })
})
