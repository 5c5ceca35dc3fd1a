import { expect } from 'chai'
import { LOCALES } from '../../../common/kit/languages.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

/**
 * The most bytes of a payment page, compressed, with its styles and scripts. The merchant's pictures do not count
 * (see test/images).
 */
const LIMITS = {
  pay: 8_960,
  'pay-live-one-method': 8_520,
  'pay-quantities-codes': 11_600,
  'pay-everything': 14_120,
}

/**
 * The most bytes of a page of the dashboard, likewise, in any language. The requirement is 70 KiB. This is a tenth more than the
 * heaviest page has, so that a library or a picture too many is noticed.
 */
const DASHBOARD_LIMIT = 46_000

describe('a page with its styles and scripts', () => {
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

  const assets = new Map<string, Promise<{ bytes: number }>>()
  /** Fetches a style sheet or script once: its address contains the hash of its content. */
  function getAsset(path: string): Promise<{ bytes: number }> {
    const asset = assets.get(path) ?? get(path)
    assets.set(path, asset)
    return asset
  }

  /** Returns the bytes of a page with its parts, and the names of the parts. */
  async function weigh(path: string): Promise<{ total: number; parts: string[] }> {
    const { bytes, text } = await get(path)
    expect(bytes).to.be.above(1_000)
    const parts = Array.from(
      text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g),
      ([, url]) => url!,
    )
    const loaded = await Promise.all(parts.map(getAsset))
    return {
      total: loaded.reduce((sum, part) => sum + part.bytes, bytes),
      parts: parts.map((part) => /([^/.]+)\./.exec(part)![1]!),
    }
  }

  for (const [state, limit] of Object.entries(LIMITS)) {
    it(`has at most ${limit} bytes, compressed: ${state}`, async () => {
      const { total, parts } = await weigh(`/${state}`)
      expect(parts.length, 'requests besides the page').to.be.within(1, 2)
      expect(total).to.be.at.most(limit)
    })
  }

  for (const state of Object.keys(states).filter((name) => name.startsWith('dashboard')))
    it(`has at most ${DASHBOARD_LIMIT} bytes, compressed, in each language: ${state}`, async () => {
      for (const locale of LOCALES) {
        const { total } = await weigh(`/${state}?lang=${locale}`)
        expect(total, locale).to.be.at.most(DASHBOARD_LIMIT)
      }
    })

  it('has the library for updates in place only behind the sign-in', async () => {
    expect((await weigh('/dashboard-list')).parts).to.deep.equal([
      'page',
      'press',
      'live',
      'keys',
      'way-back',
    ])
    expect((await weigh('/dashboard-checkout-form')).parts).to.deep.equal([
      'page',
      'press',
      'keys',
      'way-back',
    ])
    expect((await weigh('/dashboard-sign-in')).parts).to.not.include.members(['press', 'keys'])
  })
})
