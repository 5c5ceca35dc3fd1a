import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { withPreview } from './with-preview.ts'

/** The visible parts that distinguish shops at a glance. */
interface Appearance {
  title: string
  icon: string
  bar: string
  logo: string
  background: string
  button: string
  link: string
  chosen: string
}

/** Returns the distance of two colours, from 0 to 441. */
function distance(one: string, other: string): number {
  const numbers = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number)
  const [first, second] = [numbers(one), numbers(other)]
  return Math.hypot(...first.map((value, at) => value - second[at]!))
}

describe('two shops', () => {
  const preview = withPreview()
  let page: Page

  before(async () => {
    page = await preview.browser.newPage()
  })

  async function appearanceOf(shop: string, colorScheme: 'light' | 'dark'): Promise<Appearance> {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${preview.url}/pay-shop-${shop}`)
    return page.evaluate<Appearance>(`(() => {
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
        logo: document.querySelector('.sign img').src,
        background: style('body').backgroundColor,
        button: style('.primary').backgroundColor,
        link: token('--link'),
        chosen: token('--press'),
      }
    })()`)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`differ in logo, background, button, links, tab and browser bar (${colorScheme})`, async () => {
      await page.setViewportSize({ width: 390, height: 700 })
      const [steppe, books] = [
        await appearanceOf('steppe', colorScheme),
        await appearanceOf('books', colorScheme),
      ]
      for (const part of Object.keys(steppe) as (keyof Appearance)[])
        expect(steppe[part], part).not.to.equal(books[part])
      expect(distance(steppe.button, books.button), 'the button').to.be.above(100)
      expect(distance(steppe.link, books.link), 'links').to.be.above(80)
      expect(distance(steppe.background, books.background), 'the background, slightly').to.be.within(14, 40)
    })
  }

  it('have all other parts in the same places', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const places = async (shop: string) => {
      await page.goto(`${preview.url}/pay-shop-${shop}`)
      return page.evaluate(
        `['.order', '.step', '.amount', '.alone'].map((one) => document.querySelector(one).getBoundingClientRect().left)`,
      )
    }
    expect(await places('steppe')).to.deep.equal(await places('books'))
  })
})
