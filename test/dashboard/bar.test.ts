import { expect } from 'chai'
import { withPreview } from '../pages/view/with-preview.ts'

describe('the button that confirms ticked payments, on a phone', () => {
  const preview = withPreview()

  it('covers no payment until one is ticked, and then stays in sight on one line', async () => {
    for (const lang of ['en', 'mn']) {
      const page = await preview.open(`dashboard-waiting?lang=${lang}`, {
        viewport: { width: 320, height: 640 },
      })
      const position = () =>
        page.evaluate<string>("getComputedStyle(document.querySelector('.bar')).position")
      expect(await position(), lang).to.equal('static')
      await page.locator('article [type=checkbox]').first().check()
      expect(await position(), lang).to.equal('sticky')
      const { height } = (await page.locator('.bar button').boundingBox())!
      expect(height, lang).to.be.at.most(60)
      await page.context().close()
    }
  })
})

describe('the buttons of a form and of a heading, on a phone', () => {
  const preview = withPreview()
  const viewport = { width: 320, height: 640 }

  it('have no line above the button of a form, because it scrolls with the fields', async () => {
    const page = await preview.open('dashboard-checkout-form', { viewport })
    const width = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.bar')).borderTopWidth")
    expect(await width()).to.equal('0px')
    await page.context().close()
  })

  it('are equally tall next to each other, also if one label takes two lines', async () => {
    for (const state of ['dashboard-product-new', 'dashboard-payment'])
      for (const lang of ['en', 'mn']) {
        const page = await preview.open(`${state}?lang=${lang}`, { viewport })
        await page
          .locator('.actions .small')
          .first()
          .evaluate('(one) => (one.textContent += " and a further line")')
        const heights = await page.evaluate<number[]>(
          "[...document.querySelectorAll('.actions > .small, .actions > * > .small')].map((one) => one.offsetHeight)",
        )
        expect(new Set(heights).size, `${state} ${lang}: ${heights.join()}`).to.equal(1)
        await page.context().close()
      }
  })
  it('are equally tall above a list', async () => {
    const page = await preview.open('dashboard-codes', { viewport })
    const heights = await page.evaluate<number[]>(`
      const links = document.querySelectorAll('.heading > a.small')
      links[0].after(links[0].cloneNode(true))
      const both = [...document.querySelectorAll('.heading > a.small')].slice(0, 2)
      for (const one of both) one.style.flexBasis = '40%'
      both[1].textContent = 'A label of two lines'
      both.map((one) => one.offsetHeight)`)
    expect(heights[0]).to.be.above(50)
    expect(new Set(heights).size, heights.join()).to.equal(1)
    await page.context().close()
  })
})

describe('the menu of the pages, on a phone', () => {
  const preview = withPreview()
  const phone = { isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } }

  it('has the button that signs out, but no list of keys', async () => {
    const page = await preview.open('dashboard-home', phone)
    await page.locator('.menu summary').click()
    expect(await page.locator('.pages button[value=sign_out]').isVisible()).to.equal(true)
    expect(await page.locator('.pages [data-open-keys]').isVisible()).to.equal(false)
    await page.context().close()
  })

  it('has the switch of the modes in it, and opens below its own button', async () => {
    const page = await preview.open('dashboard-home', phone)
    const button = async () => {
      const box = await page.locator('.menu summary').boundingBox()
      return [Math.round(box!.x), Math.round(box!.y)]
    }
    expect(await page.locator('.modes').isVisible()).to.equal(false)
    const before = await button()
    await page.locator('.menu summary').click()
    await page.locator('.modes').waitFor()
    expect(await button()).to.deep.equal(before)
    await page.context().close()
  })
})

describe('a payment to check, on a phone', () => {
  const preview = withPreview()

  it('has as much space below its lines as above', async () => {
    const page = await preview.open('dashboard-waiting', { viewport: { width: 390, height: 844 } })
    const [above, below] = await page.evaluate<[number, number]>(`(() => {
      const row = document.querySelector('.to-tick')
      const box = (one) => one.getBoundingClientRect()
      const value = row.querySelector('.value'), about = row.querySelector('.about')
      return [box(value).top - box(row).top, box(row).bottom - box(about).bottom]
    })()`)
    expect(Math.abs(above - below), `${above} above, ${below} below`).to.be.below(6)
    await page.context().close()
  })
})
