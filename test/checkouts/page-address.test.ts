import { expect } from 'chai'
import request from 'supertest'
import { app } from '../support/ask.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

describe('the URL of a checkout page', () => {
  const rows: [rest: (id: number, token: string) => string, because: string][] = [
    [(id) => `${id}/${'x'.repeat(22)}`, 'another token'],
    [(id, token) => `${id + 1_000_000}/${token}`, 'another id'],
    [(id, token) => `0${id}/${token}`, 'the id has a leading zero'],
    [(id) => `${id}/%ff`, 'the token is invalid UTF-8'],
    [(id) => `${id}/%00`, 'the token is a null character'],
    [() => '%/%', 'the path cannot be decoded'],
  ]
  for (const [rest, because] of rows) {
    it(`returns the same 404 page for ${because}`, async () => {
      const { id, url } = await givenCheckout(await givenMerchant())
      const token = url.split('/').at(-1)!
      const page = await request(app).get(`/checkout/${rest(id, token)}`)
      expect(page.status).to.equal(404)
      expect(page.text).to.contain('data-state="error_not_found"')
    })
  }
})
