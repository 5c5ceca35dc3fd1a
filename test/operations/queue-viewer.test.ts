import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import request from 'supertest'
import { freePort } from '../../dev/ports.ts'
import { launchBrowser } from '../support/browser.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

const PASSWORD = 'a password of the operator'

describe('the queue viewer', () => {
  let service: Service
  let browser: Browser | undefined
  let url: string

  before(async () => {
    service = await Service.start({}, { workers: 0 })
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function startWorker(env: NodeJS.ProcessEnv) {
    await service.workers.pop()?.stop()
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    service.startWorker(0, { METRICS_PORT: port, ...env })
    await until(
      async () =>
        (
          await request(url)
            .get('/metrics')
            .catch(() => undefined)
        )?.status === 200,
    )
  }

  it('is off without a password', async () => {
    await startWorker({})
    await request(url).get('/queues').auth('operator', '').expect(404)
  })

  it('is not on the port of the web, and needs a metrics port', async () => {
    await service.workers.pop()?.stop()
    service.startWorker(0, { QUEUE_VIEWER_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' })
    const isLogged = (text: string) => async () => service.log.some((line) => line.includes(text))
    await until(isLogged('QUEUE_VIEWER_PASSWORD has no effect without METRICS_PORT'))
    await request(service.url).get('/queues').auth('operator', PASSWORD).expect(404)
  })

  describe('with a password', () => {
    before(async () => {
      await startWorker({ QUEUE_VIEWER_PASSWORD: PASSWORD })
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      await service.call('post', '/checkouts', { ...tea(), expires_at: expiresAt }).expect(201)
      // Wake-ups are sent soon after the response.
      const delayed = 'tolbor_queue_jobs{queue="lifecycle",state="delayed"} 1'
      await until(async () => (await request(url).get('/metrics')).text.includes(delayed))
    })

    it('returns 401 without the right user name and password', async () => {
      for (const path of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/main.js']) {
        const { headers } = await request(url).get(path).expect(401)
        expect(headers['www-authenticate']).to.contain('Basic')
        await request(url).get(path).auth('operator', `${PASSWORD}x`).expect(401)
        await request(url).get(path).auth('admin', PASSWORD).expect(401)
      }
    })

    it('shows the queues and their jobs, without data of customers', async () => {
      const read = (path: string) =>
        request(url).get(`/queues/api${path}`).auth('operator', PASSWORD).expect(200)
      const { body } = await read('/queues')
      const queues = body.queues as { name: string; readOnlyMode: boolean }[]
      expect(queues.map(({ name }) => name)).to.include.members(['lifecycle', 'emails', 'webhooks'])
      expect(queues.every(({ readOnlyMode }) => readOnlyMode)).to.equal(true)
      const { text } = await read('/queues?activeQueue=lifecycle&status=delayed&page=1')
      expect(text).to.match(new RegExp(`"id":"lifecycle-${service.project.id}-\\d-\\d+"`))
      expect(text).to.not.contain('Tea')
    })

    it('changes nothing', async () => {
      const put = (path: string) => request(url).put(`/queues/api/queues${path}`).auth('operator', PASSWORD)
      for (const path of ['/lifecycle/pause', '/lifecycle/clean/delayed', '/lifecycle/empty'])
        expect((await put(path)).status, path).to.equal(405)
      await put('/pause')
      const isPaused = (await request(url).get('/queues/api/queues').auth('operator', PASSWORD)).body
        .queues as {
        isPaused: boolean
      }[]
      expect(isPaused.some((queue) => queue.isPaused)).to.equal(false)
    })

    it('works in a browser that loads nothing from other sites', async () => {
      browser = await launchBrowser()
      const page = await browser.newPage({ httpCredentials: { username: 'operator', password: PASSWORD } })
      const others: string[] = []
      page.on('response', (response) => {
        if (!response.url().startsWith(url)) others.push(response.url())
      })
      await page.goto(`${url}/queues/queue/lifecycle?status=delayed`)
      await page.getByText('lifecycle').first().waitFor()
      await page.getByText('wake-up').first().waitFor()
      expect(others).to.deep.equal([])
    })

    it('limits the requests of an address, so that a password cannot be guessed', async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, () =>
          fetch(`${url}/queues`, { headers: { authorization: 'Basic x' } }).then(({ status }) => status),
        ),
      )
      expect(answers.filter((status) => status === 401).length).to.be.within(50, 250)
      expect(answers.filter((status) => status === 429)).to.have.length.above(50)
      await request(url).get('/metrics').expect(200)
    })
  })
})
