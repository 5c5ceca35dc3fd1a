import { expect } from 'chai'
import { preview } from './preview.ts'

/**
 * The most bytes of a payment page, compressed, with its styles and scripts. The merchant's pictures do not count
 * (see test/images).
 */
const LIMITS = {
  pay: 8_640,
  'pay-live-one-method': 8_240,
  'pay-quantities-codes': 11_250,
  'pay-everything': 13_900,
}

describe('a payment page with its styles and scripts', () => {
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    served = await preview()
  })
  after(() => {
    served.close()
  })

  /** Fetches a path as a browser does. `bytes` is the compressed size. */
  async function get(path: string): Promise<{ bytes: number; text: string }> {
    const response = await fetch(served.url + path, { headers: { 'Accept-Encoding': 'br, gzip' } })
    return { bytes: Number(response.headers.get('content-length')), text: await response.text() }
  }

  for (const [state, limit] of Object.entries(LIMITS)) {
    it(`has at most ${limit} bytes, compressed: ${state}`, async () => {
      const { bytes, text } = await get(`/${state}`)
      const parts = Array.from(
        text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g),
        ([, url]) => url!,
      )
      expect(parts.length, 'requests besides the page').to.be.within(1, 2)
      const assets = await Promise.all(parts.map(get))
      expect(bytes).to.be.above(1_000)
      expect(assets.reduce((sum, part) => sum + part.bytes, bytes)).to.be.at.most(limit)
    })
  }
})
