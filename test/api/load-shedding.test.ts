import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import request from 'supertest'
import { createApp } from '../../api/app.ts'
import { LoadShedder } from '../../api/load-shedding.ts'
import { metrics } from '../../common/runtime/metrics.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { holdAll } from '../support/hold-all.ts'
import { until } from '../support/service.ts'

const MOST = 2

const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metrics.metrics())?.[1])
const inFlight = () => metric('tolbor_http_requests_in_flight')
const shed = () => metric('tolbor_http_requests_shed_total')

describe('load shedding', () => {
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

  /** Fills the process with requests that wait for the database until `free`. */
  async function givenFullProcess() {
    await list().expect(200) // caches the token, so that later requests wait for a connection
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

  it('returns 503 with Retry-After until a request has ended (overload)', async () => {
    const { waiting, free } = await givenFullProcess()
    const before = await shed()
    try {
      const { status, headers, body } = await list()
      expect([status, headers['retry-after'], body.code]).to.deep.equal([503, '1', 'overloaded'])
      expect(body.request_id).to.equal(headers['x-request-id'])
      expect(await shed()).to.equal(before + 1)
    } finally {
      await free()
    }
    expect(await Promise.all(waiting)).to.deep.equal([200, 200])
    await until(async () => (await inFlight()) === 0)
    await list().expect(200)
  })

  for (const [base, end, status] of [
    ['/api\\v1', '#', 404],
    ['ftp://pay.example/v1', '', 503],
  ] as const)
    it(`cannot be passed by another spelling of a path: ${base}${end}`, async () => {
      const { waiting, free } = await givenFullProcess()
      try {
        const { port } = server.address() as AddressInfo
        const socket = connect(port, '127.0.0.1')
        socket.write(
          `GET ${base}/projects/${shop.projectId}/checkouts${end} HTTP/1.1\r\nHost: pay.example\r\n` +
            `Connection: close\r\nAuthorization: Bearer ${shop.tokens.test}\r\n\r\n`,
        )
        expect((await text(socket)).split(' ')[1]).to.equal(String(status))
        expect(await inFlight()).to.equal(MOST)
      } finally {
        await free()
        await Promise.all(waiting)
      }
    })

  it('shows a page to a browser', async () => {
    const { waiting, free } = await givenFullProcess()
    try {
      const { status, headers, text } = await request(url).get(new URL(checkout.url).pathname)
      expect([status, headers['retry-after']]).to.deep.equal([503, '1'])
      expect(headers['content-security-policy']).to.include("default-src 'none'")
      expect(text).to.include('This page will be back in a moment')
    } finally {
      await free()
      await Promise.all(waiting)
    }
  })

  it('still serves health checks and everything that is in memory', async () => {
    const { waiting, free } = await givenFullProcess()
    try {
      for (const path of ['/healthz', '/readyz', '/openapi.json']) await request(url).get(path).expect(200)
    } finally {
      await free()
      await Promise.all(waiting)
    }
  })

  /** Opens requests whose heads have been read and whose bodies are still arriving. */
  async function givenSlowBodies(count: number) {
    const { port } = server.address() as AddressInfo
    const body = JSON.stringify(tea())
    const open = async () => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('error', () => undefined).on('data', (part) => (answer += part.toString()))
      socket.write(
        `POST /v1/projects/${shop.projectId}/checkouts HTTP/1.1\r\nHost: pay.example\r\nConnection: close\r\n` +
          `Authorization: Bearer ${shop.tokens.test}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 1)}`,
      )
      await once(socket, 'connect')
      // A later request has its response, so the head has been read.
      await until(async () => (await list()).status === 200 && (await inFlight()) === 0)
      return { socket, answer: () => answer, end: () => socket.write(body.slice(1)) }
    }
    const slow: Awaited<ReturnType<typeof open>>[] = []
    while (slow.length < count) slow.push(await open())
    return slow
  }

  it('does not count requests whose bodies are still arriving', async () => {
    const slow = await givenSlowBodies(3 * MOST)
    try {
      await list().expect(200)
    } finally {
      for (const { socket } of slow) socket.destroy()
    }
    await list().expect(200)
  })

  it('rejects the excess of requests whose slow bodies end together', async () => {
    const slow = await givenSlowBodies(4 * MOST)
    const before = await shed()
    const { all, free } = await holdAll()
    for (const { end } of slow) end()
    const refused = () => slow.filter(({ answer }) => answer().includes('"code":"overloaded"'))
    try {
      await until(async () => refused().length === 3 * MOST)
      expect(await inFlight()).to.equal(MOST)
    } finally {
      free()
      await all
    }
    await Promise.all(slow.map(async ({ socket }) => socket.closed || once(socket, 'close')))
    expect(slow.filter(({ answer }) => answer().startsWith('HTTP/1.1 201')).length).to.equal(MOST)
    expect(refused().every(({ answer }) => /^Retry-After: 1\r$/m.test(answer()))).to.equal(true)
    expect(await shed()).to.equal(before + 3 * MOST)
    await until(async () => (await inFlight()) === 0)
  })

  it('stops counting a request whose client disconnects', async () => {
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
