import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'

/** What tells one shop from another at a glance, as the browser draws it. */
interface Look {
  title: string
  icon: string
  bar: string
  sign: string
  ground: string
  button: string
  link: string
  chosen: string
}

/** How far apart two colours are, 0 to 441. */
function apart(one: string, other: string): number {
  const numbers = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number)
  const [first, second] = [numbers(one), numbers(other)]
  return Math.hypot(...first.map((value, at) => value - second[at]!))
}

describe('two shops', () => {
  let browser: Browser
  let page: Page
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    served = await preview()
    browser = await launchBrowser()
    page = await browser.newPage()
  })
  after(async () => {
    await browser.close()
    served.close()
  })

  async function lookOf(shop: string, colorScheme: 'light' | 'dark'): Promise<Look> {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${served.url}/pay-shop-${shop}`)
    return page.evaluate<Look>(`(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector))
      const token = (name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(' + name + ')'
        return getComputedStyle(probe).color
      }
      return {
        title: document.title,
        icon: document.querySelector('link[rel=icon]').href,
        bar: document.querySelector('meta[name=theme-color][media*=${colorScheme}]').content,
        sign: document.querySelector('.sign img').src,
        ground: style('body').backgroundColor,
        button: style('.primary').backgroundColor,
        link: token('--link'),
        chosen: token('--press'),
      }
    })()`)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`look like two, ${colorScheme}: sign, ground, button, links, tab and the browser’s bar`, async () => {
      await page.setViewportSize({ width: 390, height: 700 })
      const [steppe, books] = [await lookOf('steppe', colorScheme), await lookOf('books', colorScheme)]
      for (const part of Object.keys(steppe) as (keyof Look)[])
        expect(steppe[part], part).not.to.equal(books[part])
      expect(apart(steppe.button, books.button), 'the button').to.be.above(100)
      expect(apart(steppe.link, books.link), 'links').to.be.above(80)
      expect(apart(steppe.ground, books.ground), 'the ground, a breath').to.be.within(14, 40)
    })
  }

  it('are read alike: everything but the sign stands where it stands in any other', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const places = async (shop: string) => {
      await page.goto(`${served.url}/pay-shop-${shop}`)
      return page.evaluate(
        `['.order', '.step', '.amount', '.alone'].map((one) => document.querySelector(one).getBoundingClientRect().left)`,
      )
    }
    expect(await places('steppe')).to.deep.equal(await places('books'))
  })
})
