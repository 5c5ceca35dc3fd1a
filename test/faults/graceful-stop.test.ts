import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { startMailServer } from '../emails/mail-server.ts'
import { tea } from '../support/given/merchant.ts'
import { closeReceivers, givenReceiver } from '../support/given/receiver.ts'
import { Service, until } from '../support/service.ts'

interface Seen {
  /** The status and the `Connection` header of every response, in order. */
  answers: string[]
  /** The code of the error that ended the connection. */
  ended: string
}

describe('a process that is stopped', () => {
  let service: Service
  let mails: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    mails = await startMailServer()
    service = await Service.start({ SMTP_URL: mails.url, LOG_LEVEL: 'info' }, { workers: 0 })
  })
  beforeEach(async () => {
    const state = await Promise.race([service.web!.ended, Promise.resolve('running')])
    if (state !== 'running') await service.startWeb()
  })
  after(async () => {
    await service.stop()
    await mails.close()
    closeReceivers()
  })

  function headers(): Record<string, string> {
    return { Authorization: `Bearer ${service.project.token}`, 'Content-Type': 'application/json' }
  }

  /** Sends requests over one kept-alive connection at a time until the process refuses connections. */
  async function keepSending(agent: http.Agent, seen: Seen, pauseMs: number): Promise<void> {
    const body = JSON.stringify(tea())
    while (seen.ended === '') {
      await new Promise<void>((resolve) => {
        const path = `${service.url}/v1/projects/${service.project.id}/checkouts`
        const call = http.request(path, { agent, method: 'POST', headers: headers() }, (response) => {
          seen.answers.push(`${response.statusCode} ${response.headers.connection ?? ''}`)
          response.resume().once('close', resolve)
        })
        call.once('error', (error: NodeJS.ErrnoException) => {
          seen.ended = error.code ?? error.message
          resolve()
        })
        call.end(body)
      })
      if (pauseMs > 0) await pause(Math.random() * pauseMs)
    }
  }

  it('as web responds to kept-alive clients under load without a reset, and closes their connections (rolling-restart)', async () => {
    const clients = Array.from({ length: 12 }, (_, index) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const seen: Seen = { answers: [], ended: '' }
      // Some send continuously, others pause: their connections are idle when the process stops.
      return { agent, seen, done: keepSending(agent, seen, index % 2 === 0 ? 0 : 200) }
    })
    await until(async () => clients.every(({ seen }) => seen.answers.length > 5))
    const before = clients.map(({ seen }) => seen.answers.length)
    process.kill(service.web!.pid, 'SIGTERM')
    await Promise.all(clients.map(({ done }) => done))
    clients.forEach(({ seen, agent }, index) => {
      agent.destroy()
      const last = seen.answers.slice(before[index])
      expect(seen.ended, 'the end of the connection').to.equal('ECONNREFUSED')
      expect(seen.answers.filter((answer) => !answer.startsWith('201 '))).to.deep.equal([])
      expect(last.at(-1) ?? '201 close', 'the last response').to.equal('201 close')
      expect(last.filter((answer) => answer.endsWith('close')).length, 'responses that close').to.be.at.most(
        1,
      )
    })
    expect(await service.web!.ended).to.equal('exit code 0')
  })

  it('as web closes idle connections, and still responds to a request with a late body', async () => {
    const port = Number(new URL(service.url).port)
    const open = async (): Promise<{ socket: Socket; text: () => string }> => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('error', () => undefined).on('data', (part) => (text += part.toString('latin1')))
      await once(socket, 'connect')
      return { socket, text: () => text }
    }
    const idle = await open()
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: pay.example\r\n\r\n')
    await until(async () => idle.text().includes('200 OK'))
    const late = await open()
    const body = JSON.stringify(tea())
    const head = Object.entries({ ...headers(), Host: 'pay.example', 'Content-Length': body.length })
    late.socket.write(
      `POST /v1/projects/${service.project.id}/checkouts HTTP/1.1\r\n` +
        `${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body.slice(0, 10)}`,
    )
    await once(idle.socket.setTimeout(200), 'timeout') // gives the process time to read the head
    const ended = once(idle.socket, 'close')
    process.kill(service.web!.pid, 'SIGTERM')
    await ended
    late.socket.write(body.slice(10))
    await once(late.socket, 'close')
    expect(late.text()).to.match(/^HTTP\/1\.1 201 /)
    expect(late.text()).to.match(/^Connection: close\r$/m)
    expect(await service.web!.ended).to.equal('exit code 0')
  })

  it('as worker finishes its current deliveries, begins no other, and exits with 0 (rolling-restart)', async () => {
    await service.startWorkerAndWait()
    const held: (() => void)[] = []
    const receiver = await givenReceiver((response) => {
      held.push(() => response.writeHead(200).end('ok'))
    })
    await service.call('post', '/webhook-endpoints', { url: receiver.url }).expect(201)
    const [worker] = service.workers
    const sent = async (status: string) => service.count('webhook_deliveries WHERE status = ?', [status])
    for (let count = 0; count < 3; count += 1) {
      const { body } = await service.call('post', '/checkouts', tea()).expect(201)
      await service.call('post', `/checkouts/${body.data.id}/expire`).expect(200)
    }
    await until(async () => held.length > 0)
    process.kill(worker!.pid, 'SIGTERM')
    await until(async () => service.log.some((line) => line.includes('worker is stopping')))
    const started = held.length
    for (const answer of held) answer()
    expect(await worker!.ended).to.equal('exit code 0')
    expect(held.length, 'started deliveries').to.equal(started)
    expect([await sent('succeeded'), await sent('pending')]).to.deep.equal([started, 3 - started])
  })
})
