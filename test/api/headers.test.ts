import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import request from 'supertest'
import { assetUrl } from '../../api/pages/assets.ts'
import { config } from '../../common/runtime/config.ts'
import { app } from '../support/ask.ts'
import { givenCheckout, givenPrice } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'

describe('every response', () => {
  it('forbids browsers to guess its content type', async () => {
    const shop = await givenMerchant()
    const { url } = await givenCheckout(shop)
    const paths = [
      `/v1/projects/${shop.projectId}/checkouts`,
      '/v1/nothing',
      new URL(url).pathname,
      '/checkout/1/nobody',
      assetUrl('page.css'),
      assetUrl('page.js'),
      '/assets/nothing.js',
      '/openapi.json',
      '/docs',
      '/healthz',
      '/nothing',
      '/%ZZ',
    ]
    for (const path of paths) {
      const { headers } = await request(app).get(path).set('Authorization', `Bearer ${shop.tokens.test}`)
      expect(headers['x-content-type-options'], path).to.equal('nosniff')
    }
  })

  it('links to the configured address, not to the host of the request', async () => {
    const shop = await givenMerchant()
    for (let count = 0; count < 26; count += 1) await givenPrice(shop)
    const stop = await serveApp()
    try {
      for (const path of ['/v1', '/api/v1'].map((base) => `${base}/projects/${shop.projectId}/prices`)) {
        const { status, link } = await requestLikeProxy(
          `http://evil.example${path}?active=true`,
          shop.tokens.test,
        )
        expect([status, link]).to.deep.equal([
          200,
          `<${config().baseUrl}/v1/projects/${shop.projectId}/prices?active=true&page=2>; rel="next"`,
        ])
      }
    } finally {
      stop()
    }
  })
})

/** Sends a request whose target is an absolute address, as to a proxy. */
function requestLikeProxy(
  address: string,
  token: string,
): Promise<{ status: number | undefined; link: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, Host: 'evil.example' }
    const outgoing = httpRequest(config().baseUrl, { path: address, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, link: response.headers.link })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
