import { expect } from 'chai'
import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { guardedRequest } from '../../common/runtime/guarded-http.ts'
import type { Guard } from '../../common/runtime/guarded-http.ts'
import { OutsideError } from '../../common/runtime/outside-error.ts'
import { closeReceivers, givenReceiver } from './receiver.ts'
import { selfSigned } from './self-signed.ts'

const strict: Guard = { allowHttp: true, allowPrivate: false }
const lax: Guard = { allowHttp: true, allowPrivate: true }

async function errorOf(url: string, guard: Guard): Promise<string> {
  try {
    const { status } = await guardedRequest({ method: 'POST', url, headers: {}, body: '{}' }, guard)
    return `answered ${status}`
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return error.message
  }
}

/** A name server of our own, with these IPv4 addresses by name; other names do not exist. */
async function nameServer(addresses: Record<string, string[]>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    let end = 12
    const labels: string[] = []
    for (let length = query[end]!; length > 0; length = query[end]!) {
      labels.push(query.toString('latin1', end + 1, end + 1 + length))
      end += 1 + length
    }
    const known = addresses[labels.join('.')]
    const isForFour = query.readUInt16BE(end + 1) === 1
    const list = isForFour ? (known ?? []) : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(list.length, 6)
    header.writeUInt32BE(0, 8)
    const records = list.map((address) =>
      Buffer.from([...Buffer.from('c00c00010001000000000004', 'hex'), ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

describe('the guarded way out', () => {
  const servers: Server[] = []
  afterEach(() => {
    closeReceivers()
    for (const server of servers.splice(0)) server.close()
  })

  /** A server that takes connections and says nothing; its host and port. */
  async function givenSilence(): Promise<string> {
    return listening(createServer((socket) => socket.on('error', () => undefined)))
  }

  async function listening(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  describe('without leave for private addresses', () => {
    const nameServers = dns.getServers()
    let names: Awaited<ReturnType<typeof nameServer>>

    before(async () => {
      names = await nameServer({
        'inside.example': ['10.0.0.7'],
        'mixed.example': ['93.184.216.34', '127.0.0.1'],
        'empty.example': [],
      })
      dns.setServers([names.address])
    })
    after(() => {
      dns.setServers(nameServers)
      names.close()
    })

    const refused: [url: string, because: string][] = [
      ['http://inside.example/', 'the address is not public'],
      ['http://mixed.example/', 'the address is not public'],
      ['http://empty.example/', 'the name does not resolve'],
      ['http://nowhere.example/', 'the name does not resolve'],
      ['http://127.0.0.1/', 'the address is not public'],
      ['http://127.1/', 'the address is not public'],
      ['http://2130706433/', 'the address is not public'],
      ['http://[::1]/', 'the address is not public'],
      ['http://[::ffff:127.0.0.1]/', 'the address is not public'],
      ['http://169.254.169.254/latest/meta-data/', 'the address is not public'],
    ]
    for (const [url, because] of refused) {
      it(`refuses ${url}: ${because}`, async () => {
        expect(await errorOf(url, strict)).to.equal(because)
      })
    }

    it('refuses a private receiver though it is there and listening', async () => {
      const receiver = await givenReceiver()
      expect(await errorOf(receiver.url, strict)).to.equal('the address is not public')
      expect(receiver.received).to.deep.equal([])
    })
  })

  it('refuses http: where only https: is allowed', async () => {
    const receiver = await givenReceiver()
    expect(await errorOf(receiver.url, { ...lax, allowHttp: false })).to.equal(
      'the address must start with https://',
    )
    expect(receiver.received).to.deep.equal([])
  })

  it('pays no heed to a proxy in the environment', async () => {
    const receiver = await givenReceiver()
    process.env.http_proxy = 'http://127.0.0.1:1/'
    try {
      expect(await errorOf(receiver.url, lax)).to.equal('answered 200')
    } finally {
      delete process.env.http_proxy
    }
  })

  it('says in plain words why no answer came', async () => {
    const silent = await givenSilence()
    expect(await errorOf(`http://${silent}/`, { ...lax, answerWithin: 200 })).to.equal(
      'no answer within 0.2 s',
    )
    expect(await errorOf(`https://${silent}/`, { ...lax, connectWithin: 200 })).to.equal(
      'no connection within 0.2 s',
    )
    expect(await errorOf('http://127.0.0.1:1/', lax)).to.equal('the connection was refused')
    const plain = await givenReceiver()
    expect(await errorOf(plain.url.replace('http:', 'https:'), lax)).to.equal(
      'no TLS connection could be made',
    )
  })

  it('reads 64 KiB of an answer and no more', async () => {
    let sent = 0
    const receiver = await givenReceiver((response) => {
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more)
            return
          }
        }
      }
      more()
    })
    const { body } = await guardedRequest({ method: 'GET', url: receiver.url, headers: {} }, lax)
    expect(body).to.have.lengthOf(65_536)
    expect(sent).to.be.below(20_000_000)
  })

  it('trusts no certificate that nobody has signed', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => response.end('here'))
    const address = (await listening(server)).replace('127.0.0.1', 'localhost')
    expect(await errorOf(`https://${address}/`, lax)).to.equal('the TLS certificate is not trusted')
  })
})
