import { Agent, request as httpRequest } from 'node:http'
import { expect } from 'chai'
import Joi from 'joi'
import request from 'supertest'
import { boundsOf } from '../../api/bounds.ts'
import { endpoints } from '../../api/v1/router.ts'
import { worstOfEachRule } from '../../bench/special/worst-bodies.ts'
import { freePort } from '../../dev/ports.ts'
import { Service } from '../support/service.ts'

/** The CPU seconds of the process for ten bodies, independent of the machine's load. They take about 0.2. */
const MOST_CPU = 1.5
const MOST_BYTES = 128 * 1024
/** In MiB: half of what one body of 85,000 empty items once took. */
const HEAP = 96

const agent = new Agent({ keepAlive: true })

describe('the schemas of requests', () => {
  it('limit the size of every list and record', () => {
    for (const { body, query } of endpoints) {
      if (body) boundsOf(body)
      if (query) boundsOf(query)
    }
    expect(() => boundsOf(Joi.object({ a: Joi.array().items(Joi.string()) }))).to.throw('body.a has no limit')
    expect(() => boundsOf(Joi.object({ a: Joi.object().pattern(Joi.string(), Joi.any()) }))).to.throw(
      'body.a has no limit',
    )
  })
})

describe('the worst bodies of every endpoint', () => {
  let service: Service
  let metrics: string

  before(async () => {
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}`
    const env = {
      METRICS_PORT: String(port),
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
      RATE_LIMIT_PER_SECOND: '1000000',
    }
    service = await Service.start(env, { workers: 0 })
  })
  after(async () => {
    agent.destroy()
    await service.stop()
  })

  /** Returns the CPU seconds that the process has used. */
  async function usedCpu(): Promise<number> {
    const { text } = await request(metrics).get('/metrics')
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
  }

  /** Sends one body; returns the faults of the response. */
  async function send(method: string, path: string, json: string): Promise<string[]> {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${service.project.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      }
      const url = `${service.url}/v1/projects/${service.project.id}${path}`
      httpRequest(url, { method: method.toUpperCase(), headers, agent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        )
      })
        .on('error', reject)
        .end(json)
    })
    const body = (text === '' ? {} : JSON.parse(text)) as { errors?: Record<string, string[]> }
    const listed = Object.values(body.errors ?? {}).flat()
    return [
      ...(status >= 500 ? [`is ${status}`] : []),
      ...(listed.length > 101 ? [`lists ${listed.length} problems`] : []),
      ...(text.length > MOST_BYTES ? [`returns ${text.length} bytes`] : []),
    ]
  }

  it('get short responses soon, from a process that stays small', async function () {
    this.timeout(300_000)
    const faults: string[] = []
    let sent = 0
    let before = await usedCpu()
    for (const { method, path, bodies } of worstOfEachRule()) {
      for (let begin = 0; begin < bodies.length; begin += 10) {
        const ten = bodies.slice(begin, begin + 10)
        for (const { what, json } of ten)
          for (const fault of await send(method, path, json))
            faults.push(`${method} ${path}, ${what}: ${fault}`)
        const now = await usedCpu()
        const used = now - before
        before = now
        sent += ten.length
        if (used > MOST_CPU)
          faults.push(`${method} ${path} took ${used} s for: ${ten.map(({ what }) => what).join('; ')}`)
      }
    }
    expect(faults).to.deep.equal([])
    expect(sent).to.be.above(800)
    expect((await request(service.url).get('/healthz')).status).to.equal(200)
  })
})
