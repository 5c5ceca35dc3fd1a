import { expect } from 'chai'
import request, { type Response } from 'supertest'
import { asDescribed } from '../openapi/as-described.ts'
import { app } from '../support/ask.ts'
import { addresses } from './addresses.ts'
import { bodies } from './bodies.ts'
import { lists } from './lists.ts'
import { missingPhrases, type Mistake, show, toMistake } from './mistake.ts'
import { givenShop, type Shop } from './shop.ts'
import { states } from './states.ts'
import { syntax } from './syntax.ts'

const mistakes = [...bodies, ...lists, ...addresses, ...syntax, ...states].map(toMistake)

describe('the response to a mistake of a developer', () => {
  let shop: Shop

  before(async () => {
    shop = await givenShop()
  })

  for (const mistake of mistakes) {
    const { name, call, expected } = mistake
    it(`names the problem, its place and the next step: ${name} (${call})`, async () => {
      const response = await send(mistake)
      const { message, code, errors } = response.body as {
        message: string
        code: string
        errors?: Record<string, string[]>
      }
      const sentences = expected.status === 422 ? errors?.[expected.where] : [message]
      show(`${name}: ${call}`, response.status, code, sentences?.join(' ') ?? response.text)
      expect(response.status, response.text).to.equal(expected.status)
      if (expected.status !== 422) expect(code, response.text).to.equal(expected.where)
      expect(sentences, response.text).to.have.length(1)
      expect(missingPhrases(sentences![0]!, expected.phrases), response.text).to.deep.equal([])
      expect(response.text, 'two dots in a row').not.to.match(/\.\.(?!\.)"/)
      for (const all of Object.values(errors ?? {})) expect(all, response.text).to.have.length(1)
    })
  }

  function send({ call, body, headers, isLive }: Mistake): Promise<Response> {
    const [method = '', path = ''] = fillIn(call).split(' ')
    const { projectId, tokens } = shop.merchant
    const address = path.startsWith('//') ? path.slice(1) : `/v1/projects/${projectId}${path}`
    const agent = request(app)
    const test = agent[method.toLowerCase() as 'get'](address)
      .set('Authorization', `Bearer ${isLive ? tokens.live : tokens.test}`)
      .set(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillIn(value)])))
      .expect(asDescribed)
    if (method === 'GET') return Promise.resolve(test)
    const text = typeof body === 'string' ? body : fillIn(JSON.stringify(body ?? {}))
    if (!headers['content-type']) test.set('content-type', 'application/json')
    return Promise.resolve(test.serialize((given: string) => given).send(text))
  }

  /** Replaces each `{name}` in a path, a header or a body by its value. */
  function fillIn(text: string): string {
    return text.replace(/"?\{(\w+)\}"?/g, (all, name: string) => {
      const value = shop.known[name]
      return value === undefined ? all : all.startsWith('"') ? JSON.stringify(value) : String(value)
    })
  }
})
