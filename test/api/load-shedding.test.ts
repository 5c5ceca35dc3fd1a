import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import request from 'supertest'
import { createApp } from '../../api/app.ts'
import { LoadShedder } from '../../api/load-shedding.ts'
import { metrics } from '../../common/runtime/metrics.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { holdAll } from '../support/hold-all.ts'
import { until } from '../support/service.ts'

const MOST = 2

const figure = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.metrics())?.[1])
const inFlight = () => figure('tolbor_http_requests_in_flight')
const shed = () => figure('tolbor_http_requests_shed_total')

describe('more requests than a process may work at', () => {
  let shop: Merchant
  let checkout: { id: number; url: string }
  let server: Server
  let url: string

  before(async () => {
    shop = await givenMerchant()
    checkout = (await shop.post('/checkouts', tea()).expect(201)).body.data
    const shedder = new LoadShedder(MOST)
    server = createServer(shedder.beforeApi(createApp(undefined, shedder)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  after(() => {
    server.close()
    server.closeAllConnections()
  })

  const list = () =>
    request(url)
      .get(`/v1/projects/${shop.projectId}/checkouts`)
      .set('Authorization', `Bearer ${shop.tokens.test}`)

  /** As many requests as there may be, which wait for the database until `free`. */
  async function givenFull() {
    await list().expect(200) // the token is known by now, and is not what they wait for
    const { all, free } = await holdAll()
    const waiting = Array.from({ length: MOST }, () => list().then(({ status }) => status))
    await until(async () => (await inFlight()) === MOST)
    return {
      waiting,
      free: async () => {
        free()
        await all
      },
    }
  }

  it('are told to come again: 503 with Retry-After, until one has its answer', async () => {
    const { waiting, free } = await givenFull()
    const before = await shed()
    try {
      const { status, headers, body } = await list()
      expect([status, headers['retry-after'], body.code]).to.deep.equal([503, '1', 'unavailable'])
      expect(body.request_id).to.equal(headers['x-request-id'])
      expect(await shed()).to.equal(before + 1)
    } finally {
      await free()
    }
    expect(await Promise.all(waiting)).to.deep.equal([200, 200])
    await until(async () => (await inFlight()) === 0)
    await list().expect(200)
  })

  it('are told so by a page where a person asks', async () => {
    const { waiting, free } = await givenFull()
    try {
      const { status, headers, text } = await request(url).get(new URL(checkout.url).pathname)
      expect([status, headers['retry-after']]).to.deep.equal([503, '1'])
      expect(headers['content-security-policy']).to.include("default-src 'none'")
      expect(text).to.include('Please wait a moment and load the page again.')
    } finally {
      await free()
      await Promise.all(waiting)
    }
  })

  it('do not make the process look dead, nor keep from anybody what is in memory', async () => {
    const { waiting, free } = await givenFull()
    try {
      for (const path of ['/healthz', '/readyz', '/openapi.json']) await request(url).get(path).expect(200)
    } finally {
      await free()
      await Promise.all(waiting)
    }
  })

  it('are not those whose bodies are still coming, however many there are', async () => {
    const { port } = server.address() as AddressInfo
    const slow = Array.from({ length: 3 * MOST }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST /v1/projects/${shop.projectId}/checkouts HTTP/1.1\r\nHost: pay.example\r\n` +
          `Authorization: Bearer ${shop.tokens.test}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      )
      return socket
    })
    try {
      await Promise.all(slow.map((socket) => once(socket, 'connect')))
      await list().expect(200)
      expect(await inFlight()).to.equal(0)
    } finally {
      for (const socket of slow) socket.destroy()
    }
    await list().expect(200)
  })

  it('are no longer those that have hung up', async () => {
    const { all, free } = await holdAll()
    const { port } = server.address() as AddressInfo
    const sockets = Array.from({ length: MOST }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET /v1/projects/${shop.projectId}/checkouts HTTP/1.1\r\nHost: pay.example\r\n` +
          `Authorization: Bearer ${shop.tokens.test}\r\n\r\n`,
      )
      return socket
    })
    await until(async () => (await inFlight()) === MOST)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await inFlight()) === 0)
    free()
    await all
  })
})
