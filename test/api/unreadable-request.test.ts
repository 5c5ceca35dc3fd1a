import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { answerUnreadable } from '../../api/unreadable-request.ts'

describe('a request that cannot be read', () => {
  const server = createServer((_request, response) => response.write('begun'))
  answerUnreadable(server)
  before((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  after(() => {
    server.close()
  })

  /** Sends bytes, and `more` when the answer begins. Returns the whole answer. */
  function send(bytes: string, more?: string): Promise<string> {
    const { port } = server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.setEncoding('utf8')
      socket.on('data', (part: string) => (answer += part))
      if (more !== undefined) socket.once('data', () => socket.write(more))
      socket.on('error', reject)
      socket.on('close', () => {
        resolve(answer)
      })
    })
  }

  it('is answered with what to do if its headers are too large', async () => {
    const answer = await send(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(answer).to.match(/^HTTP\/1\.1 431 /)
    expect(answer).to.match(/\r\n\r\n.*16 KiB\. Clear the cookies/)
  })

  it('ends a connection whose response has begun, without a word in that response', async () => {
    const answer = await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'HELO pay.example.com\r\n\r\n')
    expect(answer).to.match(/^HTTP\/1\.1 200 /)
    expect(answer).to.match(/begun\r\n$/)
  })

  it('is answered in words if it is not HTTP', async () => {
    const answer = await send('HELO pay.example.com\r\n\r\n')
    expect(answer).to.match(/^HTTP\/1\.1 400 /)
    expect(answer).to.match(/\r\n\r\nThis is not an HTTP request\./)
  })
})
