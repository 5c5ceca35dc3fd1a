import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { pageHeaders } from '../../api/pages/headers.ts'
import { answerPages } from '../../api/pages/respond.ts'
import { type Problem, Refusal } from '../../common/kit/refusal.ts'

describe('a page whose request was refused', () => {
  const cases: [problem: Problem, status: number, state: string, because: string][] = [
    [
      { code: 'checkout_not_open', params: { status: 'complete' } },
      409,
      'error_refused',
      'the checkout is not open',
    ],
    [
      { code: 'already_subscribed', path: 'customer_id' },
      422,
      'error_refused',
      'a rule forbids the purchase',
    ],
    [{ code: 'rate_limited' }, 429, 'error_refused', 'there were too many requests'],
    [
      { code: 'not_found', params: { what: 'payment' } },
      404,
      'error_not_found',
      'the payment does not exist',
    ],
  ]
  for (const [problem, status, state, because] of cases) {
    it(`returns ${status} in the customer’s language if ${because}`, async () => {
      const refuse = answerPages(() => Promise.reject(new Refusal(problem)))
      const app = express().use(pageHeaders()).get('/', refuse)
      for (const lang of ['en', 'mn']) {
        const response = await request(app).get('/').set('Accept-Language', lang)
        expect(response.status).to.equal(status)
        expect(response.text)
          .to.include(`data-state="${state}"`)
          .and.include(`<html lang="${lang}" dir="ltr">`)
        expect(response.text).not.to.include(new Refusal(problem).message)
      }
    })
  }
})
