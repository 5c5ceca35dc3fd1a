import { expect } from 'chai'
import request from 'supertest'
import { app } from '../support/ask.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

describe("the address of a checkout's page", () => {
  const rows: [rest: (id: number, token: string) => string, because: string][] = [
    [(id) => `${id}/${'x'.repeat(22)}`, 'the token is another'],
    [(id, token) => `${id + 1_000_000}/${token}`, 'the id is another'],
    [(id, token) => `0${id}/${token}`, 'the id is written in another way'],
    [(id) => `${id}/%ff`, 'the token is no text'],
    [(id) => `${id}/%00`, 'the token is no word of ours'],
    [() => '%/%', 'nothing of it can be read'],
  ]
  for (const [rest, because] of rows) {
    it(`leads nowhere, in the same words, where ${because}`, async () => {
      const { id, url } = await givenCheckout(await givenMerchant())
      const token = url.split('/').at(-1)!
      const page = await request(app).get(`/checkout/${rest(id, token)}`)
      expect(page.status).to.equal(404)
      expect(page.text).to.contain('data-state="error_not_found"')
    })
  }
})
