import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { pageHeaders } from '../../api/pages/headers.ts'
import { answerPages } from '../../api/pages/respond.ts'
import { type Problem, Refusal } from '../../common/kit/refusal.ts'

describe('a page whose wish was refused', () => {
  const cases: [problem: Problem, status: number, state: string, because: string][] = [
    [{ code: 'checkout_not_open', params: { status: 'complete' } }, 409, 'error_refused', 'it is over'],
    [{ code: 'already_subscribed', path: 'customer_id' }, 422, 'error_refused', 'a rule forbids it'],
    [{ code: 'rate_limited' }, 429, 'error_refused', 'it was asked too often'],
    [{ code: 'not_found', params: { what: 'payment' } }, 404, 'error_not_found', 'it is gone'],
  ]
  for (const [problem, status, state, because] of cases) {
    it(`says so with ${status}, in the customer’s language and not in ours: ${because}`, async () => {
      const refuse = answerPages(() => Promise.reject(new Refusal(problem)))
      const app = express().use(pageHeaders()).get('/', refuse)
      for (const lang of ['en', 'mn']) {
        const answer = await request(app).get('/').set('Accept-Language', lang)
        expect(answer.status).to.equal(status)
        expect(answer.text).to.include(`data-state="${state}"`).and.include(`<html lang="${lang}" dir="ltr">`)
        expect(answer.text).not.to.include(new Refusal(problem).message)
      }
    })
  }
})
