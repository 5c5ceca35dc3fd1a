import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { colorsOf } from '../../../api/pages/shared-parts.ts'
import { accentOf } from '../../../common/kit/accent.ts'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { emailNames, showEmail } from '../../../dev/emails/show.ts'
import { states } from './states.ts'
import { withPreview } from './with-preview.ts'

describe('the details of a page', () => {
  const preview = withPreview()
  const open = (state: string, width = 320, more: BrowserContextOptions = {}) =>
    preview.open(state, { viewport: { width, height: 800 }, ...more })

  it('focuses the code field when "Add promotion code" is opened', async () => {
    const page = await open('pay-quantities-codes')
    await page.evaluate("document.querySelector('#code').open = false")
    await page.locator('#code summary').click()
    await page.keyboard.type('NADAAM')
    expect(await page.locator('[name=promotion_code]').inputValue()).to.equal('NADAAM')
    await page.context().close()
  })

  it('shows the amount still due after a partial payment instead of the total', async () => {
    const page = await open('pending-part', 1280)
    const amount = await page.locator('.order .amount').innerText()
    const sums = await page.locator('.sums').allInnerTexts()
    expect(sums.join(' ')).to.include('Received').and.include('Still to pay').and.include(amount)
    await page.context().close()
  })

  it('offers to print an open invoice', async () => {
    const page = await open('invoice-pay')
    expect(await page.locator('button[data-print]').innerText()).to.equal('Print or save as PDF')
    await page.context().close()
  })

  it('animates the clock only while a provider processes the payment', async () => {
    const animation = async (state: string) => {
      const page = await open(state)
      const name = await page.evaluate("getComputedStyle(document.querySelector('.hand')).animationName")
      await page.context().close()
      return name
    }
    expect(await animation('pending')).to.equal('none')
    expect(await animation('processing')).to.equal('turn')
  })

  it('has a focus ring that follows round corners', async () => {
    const page = await open('pay')
    await page.locator('[name=payment_method]').first().focus()
    await page.keyboard.press('ArrowDown')
    const radius = await page.evaluate(
      "parseFloat(getComputedStyle(document.querySelector('.method:has(:focus-visible)')).borderTopLeftRadius)",
    )
    expect(radius).to.be.at.least(8)
    await page.context().close()
  })

  it('has a focus ring with round corners on the code and after errors', async () => {
    const radiusOf = (selector: string) =>
      `parseFloat(getComputedStyle(document.querySelector('${selector}')).borderTopLeftRadius)`
    const code = await open('pay-quantities-codes')
    await code.locator('#code summary').focus()
    expect(await code.evaluate(radiusOf('#code summary:focus'))).to.be.at.least(8)
    await code.context().close()
    const wrong = await open('pay-errors')
    await wrong.locator('[name=payment_method]').first().focus()
    await wrong.keyboard.press('ArrowDown')
    expect(await wrong.evaluate(radiusOf('.method:has(:focus-visible)'))).to.be.at.least(8)
    await wrong.context().close()
  })

  for (const width of [768, 1280])
    it(`covers no method of a renewal with the button at ${width} px`, async () => {
      const page = await open('renew', width)
      const position = await page.evaluate("getComputedStyle(document.querySelector('.bar')).position")
      expect(position).to.equal('static')
      await page.context().close()
    })

  it('keeps a number of an address and its ending on one line', () => {
    expect(states['receipt-everything']!()).to.contain('1\u2011р орц')
  })

  it('has no primary button for ended subscriptions', async () => {
    const page = await open('portal-ended', 1280)
    expect(await page.locator('.card .primary').count()).to.equal(0)
    expect(await page.locator('.card .quiet').allInnerTexts()).to.include('Subscribe again')
    await page.context().close()
  })

  it('keeps the lines about seller and customer of an invoice whole at a desk', async () => {
    const page = await open('invoice-overdue', 1280)
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.order > .parties dd')].map((line) => line.offsetHeight)",
    )
    expect(heights).to.have.length(4)
    expect(Math.max(...heights)).to.be.below(30)
    await page.context().close()
  })

  it('shows that an overdue invoice can be paid on the line of its due date', async () => {
    const page = await open('invoice-overdue', 1280)
    const tops = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.due .pill, .due .state .hint')].map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)",
    )
    expect(tops).to.have.length(2)
    expect(Math.abs(tops[0]! - tops[1]!)).to.be.below(4)
    await page.context().close()
  })

  it('shows price, description, and paid days before and after, next to a renewal at a desk', async () => {
    const page = await open('renew-pictured', 1280)
    expect(await page.locator('.order .items').innerText())
      .to.include('₮25,000 a month')
      .and.include('Two books a month')
    expect(await page.locator('.order .items img').getAttribute('width')).to.equal('48')
    const paid = async () => withPlainSpaces(await page.locator('.order .sums').innerText())
    expect(await paid()).to.match(/Paid until\s+12 Sept 2026 → 12 Oct 2026/)
    await page.locator('[name=periods][value="3"]').check()
    expect(await paid()).to.match(/12 Sept 2026 → 12 Dec 2026/)
    await page.locator('[name=periods][value=other]').check()
    await page.locator('[name=other_periods]').selectOption('2')
    expect(await paid()).to.match(/12 Sept 2026 → 12 Nov 2026/)
    await page.context().close()
  })

  it('shows until when a subscription is paid without a script, too', async () => {
    const page = await preview.open('renew-pictured', {
      viewport: { width: 1280, height: 800 },
      javaScriptEnabled: false,
    })
    const paid = withPlainSpaces(await page.locator('.order .sums').innerText())
    expect(paid).to.match(/Paid until\s+12 Sept 2026$/)
    await page.context().close()
  })

  it('uses only variables of style sheets that are defined', () => {
    const sheets = readdirSync('views/assets/page').map((name) =>
      readFileSync(`views/assets/page/${name}`, 'utf8'),
    )
    const names = (pattern: RegExp, text: string) => Array.from(text.matchAll(pattern), ([, name]) => name!)
    const colors = colorsOf(accentOf(null).light)
    const defined = new Set(names(/(--[\w-]+):/g, sheets.join('') + colors))
    expect(names(/var\((--[\w-]+)/g, sheets.join('')).filter((name) => !defined.has(name))).to.deep.equal([])
  })

  it('draws its own arrow in a menu, and the one of the system with forced colors', async () => {
    const arrow = async (forcedColors: 'active' | 'none') => {
      const page = await open('pay-everything', 320, { forcedColors })
      const style = await page.evaluate<Record<string, string>>(
        "(({ appearance, backgroundImage, paddingRight }) => ({ appearance, backgroundImage, paddingRight }))(getComputedStyle(document.querySelector('select')))",
      )
      await page.context().close()
      return style
    }
    const ours = await arrow('none')
    expect(ours).to.include({ appearance: 'none', paddingRight: '44px' })
    expect(ours.backgroundImage).to.match(/^url\("data:image\/svg\+xml,/)
    expect(await arrow('active')).to.include({ appearance: 'auto', backgroundImage: 'none' })
  })

  it('names the only payment method in the size of the text', async () => {
    const page = await open('pay-live-one-method')
    const style = await page.evaluate(
      "(({ fontSize, fontWeight }) => `${fontSize} ${fontWeight}`)(getComputedStyle(document.querySelector('.alone .title')))",
    )
    expect(style).to.equal('15px 500')
    await page.context().close()
  })

  it('leaves as much space after a copy button as before the text of its card', async () => {
    for (const lang of ['en', 'mn']) {
      const page = await open(`transfer?lang=${lang}`)
      const [before, after] = await page.evaluate<[number, number]>(`(() => {
        const text = document.createRange()
        text.selectNodeContents(document.querySelector('.copy span'))
        const card = document.querySelector('.account').getBoundingClientRect()
        const value = document.querySelector('.account .value').getBoundingClientRect()
        return [value.left - card.left, card.right - text.getBoundingClientRect().right]
      })()`)
      expect(after, lang).to.be.closeTo(before, 2)
      const width = () => page.evaluate<number>("document.querySelector('.copy').offsetWidth")
      const usual = await width()
      await page.locator('.copy').first().click()
      await page.locator('.copied').waitFor()
      expect(await width(), `${lang}, copied`).to.equal(usual)
      await page.context().close()
    }
  })

  it('shows the marks of cards on white at the end of the name, also in the dark', async () => {
    for (const width of [320, 390, 1280]) {
      const page = await open('pay-card', width, { colorScheme: 'dark' })
      const tile = (await page.locator('.method').first().boundingBox())!
      const marks = (await page.locator('.method .marks').boundingBox())!
      expect(tile.x + tile.width - marks.x - marks.width, String(width)).to.be.closeTo(17, 1)
      const hint = (await page.locator('.method .hint').first().boundingBox())!
      expect(hint.y, 'below the marks').to.be.at.least(marks.y + marks.height - 4)
      expect(
        await page.evaluate("getComputedStyle(document.querySelector('.marks svg')).backgroundColor"),
      ).to.equal('rgb(255, 255, 255)')
      await page.context().close()
    }
  })

  it('names the cards and wallets that a page of Stripe takes', async () => {
    for (const state of ['pay-card', 'pay-card-only']) {
      const page = await open(state)
      const text = await page.locator(':is(.method, .alone):has(.marks)').innerText()
      expect(text.replaceAll('\u00a0', ' ')).to.include('Visa, Mastercard, Apple Pay, Google Pay')
      await page.context().close()
    }
  })

  it('says in small print below the button, on every page, that nothing is charged automatically', async () => {
    for (const state of ['pay-monthly-one', 'link-plan', 'renew', 'portal-plans', 'trial']) {
      const page = await open(state, 1280)
      const promise = page.locator('.bar + .hint', { hasText: 'Nothing is charged automatically.' })
      await promise.scrollIntoViewIfNeeded() // then the button is not pinned
      const button = (await page.locator('button.primary').boundingBox())!
      const box = (await promise.boundingBox())!
      expect(box.y - button.y - button.height, state).to.be.within(4, 24)
      await page.context().close()
    }
  })

  it('styles hovering only for pointers that hover', () => {
    for (const name of ['button', 'code', 'portal', 'scan']) {
      const css = readFileSync(`views/assets/page/${name}.css`, 'utf8')
      const outside = css.replace(/@media \(hover: hover\) \{\n(?: {2}.*\n)*\}/g, '')
      expect(outside, name).to.not.include(':hover')
    }
  })

  it('has no email that announces an automatic charge', () => {
    for (const name of emailNames) {
      const email = showEmail(name, 'en')
      expect(email?.text, name).to.not.match(/\bis charged at\b/)
    }
  })
})
