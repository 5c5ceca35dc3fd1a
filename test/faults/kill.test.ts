import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { startMailServer } from '../emails/mail-server.ts'
import { hiddenFields } from '../support/customer.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

describe('the service with killed processes', () => {
  let service: Service
  let mails: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    mails = await startMailServer()
    service = await Service.start({ SMTP_URL: mails.url, LOG_LEVEL: 'info' })
  })
  afterEach(closeReceivers)
  after(async () => {
    await service.stop()
    await mails.close()
  })

  async function openCheckout(): Promise<{ id: number; url: string }> {
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    return body.data as { id: number; url: string }
  }

  async function pay(url: string, email = 'bat@example.com'): Promise<void> {
    const path = new URL(url).pathname
    const page = await request(service.url).get(path)
    const form = { payment_method: 'test', test_outcome: 'succeeds', email, action: 'pay' }
    await request(service.url)
      .post(path)
      .type('form')
      .send({ ...hiddenFields(page.text), ...form })
      .expect(303)
  }

  async function givenEndpointId(url: string): Promise<number> {
    const { body } = await service.call('post', '/webhook-endpoints', { url }).expect(201)
    return body.data.id as number
  }

  it('delivers an event again if the worker was killed during the delivery (processes-killed)', async () => {
    let hold = true
    const receiver = await givenReceiver((response) => {
      if (!hold) response.writeHead(200).end('ok') // while it holds, the worker waits
    })
    const endpoint = await givenEndpointId(receiver.url)
    const { url } = await openCheckout()
    await pay(url)
    await until(async () => receiver.received.length === 1)
    await service.kill(service.workers[0])
    hold = false
    service.startWorker()
    await until(
      async () =>
        (await service.count("webhook_deliveries WHERE status = 'succeeded' AND endpoint_id = ?", [
          endpoint,
        ])) === 1,
    )
    const bodies = new Set(receiver.received.map(({ body }) => body))
    expect(bodies.size, 'the same bytes in each attempt').to.equal(1)
    expect(await service.count('webhook_deliveries WHERE endpoint_id = ?', [endpoint])).to.equal(1)
  })

  it('ignores the result of a paused worker if another took over its endpoint', async () => {
    const [paused] = service.workers
    const held: ServerResponse[] = []
    const receiver = await givenReceiver((response) => held.push(response)) // no response, so the worker waits
    const endpoint = await givenEndpointId(receiver.url)
    await pay((await openCheckout()).url)
    await until(async () => receiver.received.length === 1)
    process.kill(paused!.pid, 'SIGSTOP')
    try {
      receiver.behave = (response) => response.writeHead(200).end('ok')
      service.startWorker()
      const delivered = "webhook_deliveries WHERE status = 'succeeded' AND endpoint_id = ?"
      await until(async () => (await service.count(delivered, [endpoint])) === 1)
      held[0]!.destroy() // the paused worker's attempt fails, but the event was delivered meanwhile
    } finally {
      process.kill(paused!.pid, 'SIGCONT')
    }
    const isFailed = (line: string) =>
      line.includes(`"endpoint_id":${endpoint},`) &&
      line.includes('"error"') &&
      line.includes('webhook attempt')
    await until(async () => service.log.some(isFailed))
    await pause(500) // it would record the attempt
    expect(
      await service.rows('SELECT failures, active FROM webhook_endpoints WHERE id = ?', [endpoint]),
    ).to.deep.equal([{ failures: 0, active: 1 }])
    const attempts =
      'webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE endpoint_id = ?)'
    expect(await service.count(attempts, [endpoint])).to.equal(1)
    await service.kill(paused)
  })

  it('handles rows that a web process committed before it was killed, but did not announce (processes-killed)', async () => {
    const receiver = await givenReceiver()
    await givenEndpointId(receiver.url)
    const sent = mails.taken.length
    const { id, url } = await openCheckout()
    await service.rows('UPDATE timers SET due_at = NOW(6) + INTERVAL 1 DAY WHERE subject_id <> ?', [id])
    const { id: expiring } = await openCheckout()
    const killed = pay(url).then(() => service.kill(service.web)) // jobs wait up to 10 ms for a batch
    await killed
    await service.rows('UPDATE checkouts SET expires_at = NOW(6) WHERE id = ?', [expiring])
    await service.rows('UPDATE timers SET due_at = NOW(6) WHERE subject_id = ?', [expiring])
    await until(async () => receiver.received.some(({ body }) => body.includes('checkout.completed')))
    await until(async () => receiver.received.some(({ body }) => body.includes('checkout.expired')))
    await until(async () => mails.taken.length > sent)
    await service.startWeb()
    expect(await service.count("events WHERE object = 'checkout' AND object_id = ?", [id])).to.equal(1)
    expect(await service.count("events WHERE object = 'checkout' AND object_id = ?", [expiring])).to.equal(1)
    expect(await service.count('emails WHERE cause = ?', [`checkout-${id}`])).to.equal(1)
    const { body } = await service.call('get', `/checkouts/${expiring}`)
    expect(body.data.status).to.equal('expired')
  })

  it('sends an email once though the mail server takes longer than the claim lasts', async () => {
    service.startWorker()
    mails.script.takes = 4_000
    try {
      const { id, url } = await openCheckout()
      await pay(url, 'slow@example.com')
      const sent = "emails WHERE status = 'sent' AND tries = 1 AND cause = ?"
      await until(async () => (await service.count(sent, [`checkout-${id}`])) === 1)
      // Emails that a killed worker had claimed are sent at any time.
      const own = mails.taken.filter(({ to }) => to.includes('slow@example.com'))
      expect(own.length).to.equal(1)
    } finally {
      mails.script.takes = 0
      await service.kill(service.workers[1])
    }
  })

  it('exits with 0 on a stop signal, and works again after a restart', async () => {
    const [worker] = service.workers
    const { web } = service
    await Promise.all([web?.stop(), worker?.stop()])
    expect(await web?.ended).to.equal('exit code 0')
    expect(await worker?.ended).to.equal('exit code 0')
    service.workers = []
    await service.startWeb()
    service.startWorker()
    await pay((await openCheckout()).url, 'again@example.com')
    await until(async () => mails.taken.some(({ to }) => to.includes('again@example.com')))
  })
})
