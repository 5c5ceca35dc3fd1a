import dns from 'node:dns'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { createHttpClient, type Guard, guardedRequest } from '../../common/runtime/guarded-http.ts'
import { OutsideError } from '../../common/runtime/outside-error.ts'
import { givenNameServer } from '../support/given/name-server.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { loopbackNotations, privateNotations } from './rules/private-notations.ts'
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

describe('a guarded request', () => {
  const servers: Server[] = []
  afterEach(() => {
    closeReceivers()
    for (const server of servers.splice(0)) server.close()
  })

  /** Starts a server that accepts connections and sends nothing; returns its host and port. */
  async function givenSilentServer(): Promise<string> {
    return listening(createServer((socket) => socket.on('error', () => undefined)))
  }

  async function listening(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  describe('without permission for private addresses', () => {
    const nameServers = dns.getServers()
    let names: Awaited<ReturnType<typeof givenNameServer>>

    before(async () => {
      names = await givenNameServer({
        'inside.example': { four: ['10.0.0.7'] },
        'metadata.example': { four: ['169.254.169.254'] },
        'mixed.example': { four: ['93.184.216.34', '127.0.0.1'] },
        'six.example': { six: [`${'0'.repeat(31)}1`] },
        'mapped.example': { six: [`${'0'.repeat(20)}ffff7f000001`] },
        'nat64.example': { six: ['0064ff9b00000000000000007f000001'] },
        'sixtofour.example': { six: [`20027f000001${'0'.repeat(20)}`] },
        'teredo.example': { six: ['200100004136e378800063bf80fffffe'] },
        'half.example': { four: ['93.184.216.34'], six: [`fd00${'0'.repeat(27)}1`] },
        'empty.example': {},
        'rebinding.example': { four: [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']] },
        'again.example': { four: [['127.0.0.1'], ['127.0.0.2']] },
        'connections.example': { four: [['127.0.0.1'], ['127.0.0.2']] },
      })
      dns.setServers([names.address])
    })
    after(() => {
      dns.setServers(nameServers)
      names.close()
    })

    const forbidden: [url: string, because: string][] = [
      ['http://inside.example/', 'the address is not public'],
      ['http://mixed.example/', 'the address is not public'],
      ['http://metadata.example/latest/meta-data/', 'the address is not public'],
      ['http://six.example/', 'the address is not public'],
      ['http://mapped.example/', 'the address is not public'],
      ['http://nat64.example/', 'the address is not public'],
      ['http://sixtofour.example/', 'the address is not public'],
      ['http://teredo.example/', 'the address is not public'],
      ['http://half.example/', 'the address is not public'],
      ['http://empty.example/', 'the name does not resolve'],
      ['http://nowhere.example/', 'the name does not resolve'],
      ['http://localhost/', 'the name does not resolve'],
      ['http://localhost./', 'the name does not resolve'],
      ['http://shop.localhost/', 'the name does not resolve'],
      ...privateNotations.flatMap(([host, parsed]): typeof forbidden =>
        parsed === null ? [] : [[`http://${host}/`, 'the address is not public']],
      ),
    ]
    for (const [url, because] of forbidden) {
      it(`rejects ${url}: ${because}`, async () => {
        expect(await errorOf(url, strict)).to.equal(because)
      })
    }

    it('does not reach a private receiver that is listening', async () => {
      const receiver = await givenReceiver()
      expect(await errorOf(receiver.url, strict)).to.equal('the address is not public')
      expect(receiver.received).to.deep.equal([])
    })

    it('does not connect to this machine, for any notation of its address', async () => {
      const receiver = await givenReceiver()
      const { port } = new URL(receiver.url)
      for (const [host] of loopbackNotations)
        expect(await errorOf(`http://${host}:${port}/`, strict), host).to.equal('the address is not public')
      expect(loopbackNotations.length).to.be.above(20)
      expect(receiver.received).to.deep.equal([])
    })

    describe('for a name that resolves to another address the second time', () => {
      /** Treats 127.0.0.1 as the public address, and 127.0.0.2 as the forbidden one. */
      const pretending: Guard = { ...strict, isPublic: (address) => address === '127.0.0.1' }

      async function givenBoth(headers: Record<string, string> = {}) {
        const hits: string[] = []
        const answer = (name: string) =>
          createHttpServer((_request, response) => {
            hits.push(name)
            response.writeHead(200, headers).end()
          })
        const [good, bad] = [answer('checked'), answer('rebound')]
        const address = await listening(good)
        const port = Number(address.split(':')[1])
        await new Promise<void>((resolve) => bad.listen(port, '127.0.0.2', resolve))
        servers.push(bad)
        return { port, hits }
      }

      it('connects to the checked address after one lookup', async () => {
        const { port, hits } = await givenBoth()
        expect(await errorOf(`http://rebinding.example:${port}/`, pretending)).to.equal('answered 200')
        expect(hits).to.deep.equal(['checked'])
        expect(names.asked['rebinding.example']).to.equal(1)
      })

      it('checks again for each connection of a client', async () => {
        const { port, hits } = await givenBoth({ connection: 'close' })
        const client = createHttpClient()
        const options = {
          method: 'POST' as const,
          url: `http://connections.example:${port}/`,
          headers: {},
          body: '{}',
        }
        expect((await client.request(options, pretending)).status).to.equal(200)
        const failed = await client
          .request(options, pretending)
          .catch((error: unknown) => (error as Error).message)
        expect(failed).to.equal('the address is not public')
        expect(hits).to.deep.equal(['checked'])
        client.close()
      })

      it('checks again for the next attempt', async () => {
        const { port, hits } = await givenBoth()
        const again = () => errorOf(`http://again.example:${port}/`, pretending)
        expect(await again()).to.equal('answered 200')
        expect(await again()).to.equal('the address is not public')
        expect(hits).to.deep.equal(['checked'])
      })
    })
  })

  describe('with a client that keeps its connection', () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
    const post = (address: string) => ({
      method: 'POST' as const,
      url: `http://${address}/`,
      headers: {},
      body: '{}',
    })

    /** Starts a server with a script of responses for each connection; it hangs up at the end of a script. */
    async function givenScript(...connections: string[][]) {
      const requests: number[] = []
      const address = await listening(
        createServer((socket) => {
          const script = connections[requests.length] ?? [answer]
          const at = requests.push(0) - 1
          socket.on('error', () => undefined)
          socket.on('data', () => {
            const says = script[requests[at]!]
            requests[at]! += 1
            if (says === undefined) socket.destroy()
            else socket.write(says)
          })
        }),
      )
      return { address, requests }
    }

    it('uses one connection as long as both sides leave it open', async () => {
      const { address, requests } = await givenScript([answer, answer, answer])
      const client = createHttpClient()
      for (const _ of [1, 2, 3]) {
        const { status, body } = await client.request(post(address), lax)
        expect([status, body.toString()]).to.deep.equal([200, 'ok'])
      }
      client.close()
      expect(requests).to.deep.equal([3])
    })

    it('sends the request again if the receiver closed the connection at the same moment', async () => {
      const { address, requests } = await givenScript([answer], [answer])
      const client = createHttpClient()
      await client.request(post(address), lax)
      expect((await client.request(post(address), lax)).status).to.equal(200)
      client.close()
      expect(requests).to.deep.equal([2, 1])
    })

    it('fails if the connection is new, the response has begun, or the receiver is silent', async () => {
      const hangsUp = await givenScript([], [answer])
      const breaksOff = await givenScript([answer, 'HTTP/1.1 200'], [answer])
      const hangs = await givenScript([answer, ''], [answer])
      for (const [{ address, requests }, before, because] of [
        [hangsUp, 0, 'the connection was closed before an answer came'],
        [breaksOff, 1, 'no answer within 0.3 s'],
        [hangs, 1, 'no answer within 0.3 s'],
      ] as const) {
        const client = createHttpClient()
        if (before) await client.request(post(address), lax)
        const failed = await client.request(post(address), { ...lax, answerWithin: 300 }).then(
          () => 'answered',
          (error: unknown) => (error as Error).message,
        )
        expect(failed).to.equal(because)
        expect(requests).to.have.length(1)
        client.close()
      }
    })

    it('uses a new connection after a response that was cut off or too long', async () => {
      const long = `HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'a'.repeat(100_000)}`
      for (const says of [long, `${answer}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged`]) {
        const { address, requests } = await givenScript([says, 'HTTP/1.1 500 Never\r\n\r\n'], [answer])
        const client = createHttpClient()
        await client.request(post(address), lax)
        await pause(20) // gives the excess time to arrive
        const { status, body } = await client.request(post(address), lax)
        expect([status, body.toString()]).to.deep.equal([200, 'ok'])
        expect(requests).to.deep.equal([1, 1])
        client.close()
      }
    })

    it('has a limit for each response, not for all of them together', async () => {
      const large = `HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`
      const { address, requests } = await givenScript(Array.from({ length: 30 }, () => large))
      const client = createHttpClient()
      for (let count = 0; count < 30; count += 1) await client.request(post(address), lax)
      expect(requests).to.deep.equal([30])
      client.close()
    })
  })

  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    it(`reaches a developer's receiver at ${host} if private addresses are allowed`, async function () {
      const hits: (string | undefined)[] = []
      const server = createHttpServer((request, response) => {
        hits.push(request.headers.host)
        response.end()
      })
      servers.push(server)
      try {
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, host === '[::1]' ? '::1' : '127.0.0.1', resolve)
        })
      } catch {
        console.log('      This machine has no IPv6 loopback.')
        expect(host).to.equal('[::1]')
        return
      }
      const { port } = server.address() as AddressInfo
      expect(await errorOf(`http://${host}:${port}/`, lax)).to.equal('answered 200')
      expect(hits).to.deep.equal([`${host}:${port}`])
    })
  }

  it('rejects http: if only https: is allowed', async () => {
    const receiver = await givenReceiver()
    expect(await errorOf(receiver.url, { ...lax, allowHttp: false })).to.equal(
      'the address must start with https://',
    )
    expect(receiver.received).to.deep.equal([])
  })

  for (const port of [0, 22, 25, 6379]) {
    it(`rejects port ${port}, which belongs to another service`, async () => {
      expect(await errorOf(`http://127.0.0.1:${port}/`, lax)).to.equal(
        'the port belongs to another kind of service',
      )
    })
  }

  it('ignores a proxy in the environment', async () => {
    const receiver = await givenReceiver()
    process.env.http_proxy = 'http://127.0.0.1:1/'
    try {
      expect(await errorOf(receiver.url, lax)).to.equal('answered 200')
    } finally {
      delete process.env.http_proxy
    }
  })

  it('explains why there is no response', async () => {
    const silent = await givenSilentServer()
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

  it('reads only 64 KiB of a response', async () => {
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

  const endless: [what: string, head: string, more: string, answer: string][] = [
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 'the answer is too long'],
    ['a status client', 'HTTP/1.1 200 ', 'a', 'the answer is too long'],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n', 'the answer has too many headers'],
    [
      'the extension of a chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=',
      'a',
      'answered 200',
    ],
    ['trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'a: b\r\n', 'answered 200'],
    ['compressed data', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n', '\0', 'answered 200'],
  ]
  for (const [what, head, more, answer] of endless) {
    it(`hangs up on a receiver that sends ${what} without end`, async () => {
      let sent = 0
      const chunk = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)))
      const server = createServer((socket) => {
        const send = () => {
          while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
        }
        socket.on('error', () => undefined)
        socket.on('drain', send)
        socket.once('data', () => {
          socket.write(head)
          send()
        })
      })
      const address = await listening(server)
      expect(await errorOf(`http://${address}/`, { ...lax, answerWithin: 10_000 })).to.equal(answer)
      expect(sent).to.be.below(200_000_000) // without a limit, gigabytes would arrive within seconds
    })
  }

  it('accepts a response in chunks of one byte', async () => {
    const receiver = await givenReceiver((response) => {
      response.writeHead(200).flushHeaders()
      response.socket!.write('1\r\na\r\n'.repeat(65_000) + '0\r\n\r\n')
    })
    const { body } = await guardedRequest({ method: 'GET', url: receiver.url, headers: {} }, lax)
    expect(body).to.have.lengthOf(65_000)
  })

  it('rejects a self-signed certificate', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => response.end('here'))
    const address = (await listening(server)).replace('127.0.0.1', 'localhost')
    expect(await errorOf(`https://${address}/`, lax)).to.equal('the TLS certificate is not trusted')
  })
})
