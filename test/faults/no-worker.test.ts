import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { freePort } from '../../dev/ports.ts'
import { process_ } from '../cli/tolbor.ts'
import { Service, until } from '../support/service.ts'

describe('the service without a worker', () => {
  let service: Service
  let metrics: string

  before(async () => {
    const port = String(await freePort())
    metrics = `http://127.0.0.1:${port}`
    service = await Service.start({ METRICS_PORT: port }, { workers: 0 })
    delete service.env.METRICS_PORT // the web process has the port
  })
  after(() => service.stop())

  const isSeen = async () => (await service.count('worker_heartbeats')) > 0

  /** Returns what each place says about the workers. */
  async function told() {
    const { body } = await request(service.url).get('/readyz').expect(200)
    const { text } = await request(metrics).get('/metrics')
    const { stdout } = await process_(['doctor', '--json'], service.env)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean }[] }
    return {
      ready: body.workers as string,
      count: /^tolbor_workers (\d+)$/m.exec(text)?.[1],
      doctor: checks.find(({ name }) => name === 'workers')?.ok,
    }
  }

  const NONE = { ready: 'none has reported for 45 s', count: '0', doctor: false }

  it('shows it in /readyz, the metrics of web and the doctor, until a worker runs', async () => {
    expect(await told()).to.deep.equal(NONE)
    service.startWorker()
    await until(isSeen)
    expect(await told()).to.deep.equal({ ready: 'ok', count: '1', doctor: true })
  })

  it('notices a killed worker by its age, and a stopped one at once', async () => {
    await service.kill(service.workers[0])
    await service.rows('UPDATE worker_heartbeats SET seen_at = seen_at - INTERVAL 46 SECOND')
    expect(await told()).to.deep.equal(NONE)
    await service.rows('DELETE FROM worker_heartbeats')
    service.startWorker()
    await until(isSeen)
    await service.workers.pop()?.stop()
    expect(await isSeen()).to.equal(false)
  })

  it('does not count a worker that cannot look for due rows', async () => {
    await service.rows('RENAME TABLE image_copies TO image_copies_away')
    service.startWorker()
    await pause(4_000)
    expect(await isSeen()).to.equal(false)
    await service.rows('RENAME TABLE image_copies_away TO image_copies')
    await until(isSeen)
  })
})
