import { expect } from 'chai'
import { preview } from './preview.ts'

/**
 * What the page on which one pays weighs on the wire with all that it needs before it is seen, in bytes: as much as
 * before it had the merchant's hand, at most. Pictures are the merchant's own (test/images).
 */
const LIMITS = {
  pay: 8_051,
  'pay-live-one-method': 7_769,
  'pay-quantities-codes': 10_710,
  'pay-everything': 13_143,
}

describe('a payment page, compressed, with its styles and scripts', () => {
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    served = await preview()
  })
  after(() => {
    served.close()
  })

  /** As a phone's browser asks; what comes is as heavy as its length says, before it is unpacked. */
  async function get(path: string): Promise<{ bytes: number; text: string }> {
    const answer = await fetch(served.url + path, { headers: { 'Accept-Encoding': 'br, gzip' } })
    return { bytes: Number(answer.headers.get('content-length')), text: await answer.text() }
  }

  for (const [state, limit] of Object.entries(LIMITS)) {
    it(`${state} is no heavier than ${limit} bytes`, async () => {
      const { bytes, text } = await get(`/${state}`)
      const parts = Array.from(
        text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g),
        ([, url]) => url!,
      )
      expect(
        parts.filter((url) => url.endsWith('.css')),
        'one style sheet',
      ).to.have.length(1)
      const weights = await Promise.all(parts.map(get))
      expect(bytes).to.be.above(1_000)
      expect(weights.reduce((sum, part) => sum + part.bytes, bytes)).to.be.at.most(limit)
    })
  }
})
