import { connect } from 'node:net'
import { expect } from 'chai'
import request from 'supertest'
import { serveMetrics } from '../../common/runtime/metrics.ts'
import { freePort } from '../../dev/ports.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

describe('metrics', () => {
  it('are not served without a port', async () => {
    expect(await serveMetrics()).to.equal(null)
  })

  describe('of running processes', () => {
    let service: Service
    let web: string
    let worker: string

    before(async () => {
      const [webPort, workerPort] = [await freePort(), await freePort()]
      web = `http://127.0.0.1:${webPort}`
      worker = `http://127.0.0.1:${workerPort}`
      service = await Service.start({ METRICS_PORT: String(webPort) }, { workers: 0 })
      service.env.METRICS_PORT = String(workerPort)
      service.startWorker()
      await until(() => isServed(worker))
    })

    after(async () => {
      await service.stop()
    })

    it('show the duration of requests by route, never by id', async () => {
      const { body } = await service.call('post', '/checkouts', tea()).expect(201)
      await service.call('get', `/checkouts/${body.data.id}`).expect(200)
      await service.call('get', '/nowhere').expect(404)
      const text = await read(web)
      const count = 'tolbor_http_request_duration_seconds_count'
      const project = '/v1/projects/:project_id'
      expect(text).to.contain(`${count}{method="POST",route="${project}/checkouts",status="201"} 1`)
      expect(text).to.contain(
        `${count}{method="GET",route="${project}/checkouts/:checkout_id",status="200"} 1`,
      )
      expect(text).to.contain(`${count}{method="GET",route="none",status="404"} 1`)
      expect(text).to.not.contain(`/checkouts/${body.data.id}`)
      expect(text).to.contain('tolbor_wake_ups_total{result="sent"}').and.contain('process_cpu_seconds_total')
    })

    it('show a refused request by the route as we spell it, not as the client does', async () => {
      for (const base of ['/V1', '/API/v1'])
        await request(service.url).post(`${base}/billing-portal/sessions`).send({}).expect(401)
      const text = await read(web)
      const count = 'tolbor_http_request_duration_seconds_count'
      expect(text).to.contain(`${count}{method="POST",route="/v1/billing-portal/sessions",status="401"} 2`)
      expect(text).to.not.match(/route="\/(?:V1|API)/)
    })

    it('show whether Redis and the database take writes, and what they have left', async () => {
      for (const address of [web, worker]) {
        // A busy server may miss the time limit of one check.
        for (const name of ['tolbor_database_writable', 'tolbor_redis_writable'])
          await until(async () => new RegExp(`^${name} 1$`, 'm').test(await read(address)))
        const text = await read(address)
        expect(text).to.match(
          /tolbor_redis_memory_bytes\{server="(127.0.0.1:\d+|tolbor)",kind="used"\} \d{6}/,
        )
        expect(text).to.match(/tolbor_database_connections\{state="used"\} \d/)
        expect(text).to.contain('tolbor_database_connections{state="waiting"} 0')
      }
    })

    it('show due rows, queued jobs and violated invariants', async () => {
      const text = await read(worker)
      for (const queue of ['lifecycle', 'webhooks', 'emails'])
        expect(text).to.contain(`tolbor_queue_jobs{queue="${queue}",state="waiting"}`)
      expect(text).to.contain('tolbor_queue_oldest_waiting_seconds{queue="lifecycle"}')
      for (const table of ['timers', 'webhook_deliveries', 'emails'])
        expect(text).to.match(new RegExp(`tolbor_due_rows\\{table="${table}"\\} \\d`))
      const violations = Array.from(text.matchAll(/tolbor_invariant_violations\{invariant="(\w+)"\} (\d+)/g))
      expect(violations).to.have.length.above(5)
      for (const [, name, value] of violations) expect(value, name).to.equal('0')
    })

    it('show the lateness of timers', async () => {
      const { body } = await service.call('post', '/checkouts', tea()).expect(201)
      await service.rows('UPDATE checkouts SET expires_at = NOW(6) WHERE id = ?', [body.data.id])
      await service.rows('UPDATE timers SET due_at = NOW(6) WHERE subject_id = ?', [body.data.id])
      await until(async () => (await service.count("checkouts WHERE status = 'expired'")) === 1)
      expect(await read(worker)).to.contain('tolbor_timer_lateness_seconds_count{kind="checkout.expire"} 1')
    })

    it('show the number, the duration and the failures of jobs by kind', async () => {
      const count = (kind: string, outcome: string) =>
        `tolbor_job_duration_seconds_count{kind="${kind}",outcome="${outcome}"} 1`
      expect(await read(worker)).to.contain(count('checkout.expire', 'done'))
      await service.rows(
        "INSERT INTO timers (project_id, kind, queue, subject_id, due_at) VALUES (?, 'clock.delete', 'clocks', 1, NOW(6))",
        [service.project.id],
      )
      await service.rows('RENAME TABLE test_clocks TO test_clocks_away')
      await until(async () => (await service.count('timers WHERE tries > 0')) > 0)
      await service.rows('RENAME TABLE test_clocks_away TO test_clocks')
      expect(await read(worker)).to.match(
        /tolbor_job_duration_seconds_count\{kind="clock.delete",outcome="failed"\} \d/,
      )
    })

    it('are served only on their own port, without the API', async () => {
      expect((await request(service.url).get('/metrics')).status).to.equal(404)
      expect((await request(web).get('/v1/projects/1/checkouts')).status).to.equal(404)
    })

    it('do not stop the process if their port is in use', async () => {
      expect(await serveMetrics(Number(new URL(web).port))).to.equal(null)
    })
  })
})

async function read(address: string): Promise<string> {
  const { status, text } = await request(address).get('/metrics')
  expect(status).to.equal(200)
  return text
}

function isServed(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}
