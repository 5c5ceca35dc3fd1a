import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import request from 'supertest'
import { png } from '../support/given/picture.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

describe('workers that copy pictures', () => {
  let service: Service

  before(async () => {
    service = await Service.start({ WORKER_CONCURRENCY: '1' })
  })
  afterEach(closeReceivers)
  after(() => service.stop())

  const giveLogo = (logo_url: string) => service.call('patch', '', { logo_url }).expect(200)
  const shown = async () => {
    const [row] = await service.rows<{ logo: string | null }>('SELECT logo FROM projects WHERE id = ?', [
      service.project.id,
    ])
    return row!.logo
  }

  it('copy a picture quickly, so that every web process shows it', async () => {
    const bytes = await png()
    await giveLogo((await givenReceiver((response) => response.end(bytes))).url)
    await until(async () => (await shown()) !== null)
    const body = { items: [{ price_data: { unit_amount: 5, product_data: { name: 'Tea' } }, quantity: 1 }] }
    const { body: created } = await service.call('post', '/checkouts', body).expect(201)
    await until(async () =>
      (await request(created.data.url as string).get('')).text.includes((await shown())!),
    )
    const { headers } = await request(service.url)
      .get(`/assets/pictures/${service.project.id}/${(await shown())!}`)
      .expect(200)
    expect(headers['content-type']).to.equal('image/png')
  })

  it('copy a picture whose worker was killed during the fetch', async () => {
    const bytes = await png(80, 80)
    const server = await givenReceiver((response: ServerResponse) => {
      if (server.received.length > 1) response.end(bytes)
    })
    await giveLogo(server.url)
    await until(async () => server.received.length === 1)
    await service.kill(service.workers[0])
    service.startWorker()
    await until(async () => (await shown())?.includes('-80x80') === true)
    expect(await service.count("image_copies WHERE status = 'copied'")).to.equal(1)
  })

  it('copy a picture that was requested while Redis was unavailable', async () => {
    const bytes = await png(60, 60)
    const server = await givenReceiver((response) => response.end(bytes))
    await service.stopRedis()
    await giveLogo(server.url)
    await service.restartRedis()
    await until(async () => (await shown())?.includes('-60x60') === true)
    expect(server.received).to.have.lengthOf(1)
  })
})
