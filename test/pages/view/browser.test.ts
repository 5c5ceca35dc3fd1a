import { expect } from 'chai'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { withPlainSpaces } from '../../../common/kit/format.ts'
import { faultsOf } from '../../support/axe.ts'
import { states } from './states.ts'
import { withPreview } from './with-preview.ts'

const phone = { width: 320, height: 640 }

describe('a page in a browser', () => {
  const preview = withPreview()
  const open = (state: string, options: BrowserContextOptions = {}) =>
    preview.open(state, { viewport: phone, ...options })

  it('unfolds the chosen payment method, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('pay', { javaScriptEnabled }) // test mode: the test method is preselected
      const options = page.locator('.options')
      expect(await options.isVisible()).to.equal(true)
      await page.locator('input[value=bank_transfer]').check()
      expect(await options.isVisible()).to.equal(false)
      await page.locator('input[value=test]').check()
      expect(await options.isVisible()).to.equal(true)
      await page.context().close()
    }
  })

  it('pays once when Enter is pressed in the email field and the button is pressed again', async () => {
    const page = await open('pay')
    const sent: string[] = []
    await page.route('**/pay', (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ status: 204 }) // no new page loads, as during a slow response
    })
    await page.locator('#email').fill('saraa@example.mn')
    await page.locator('#email').press('Enter')
    await page.locator('button.primary', { hasText: 'Paying…' }).click({ force: true })
    expect(sent.map((form) => new URLSearchParams(form).get('action'))).to.deep.equal(['pay'])
    await page.context().close()
  })

  describe('with an order that can be changed', () => {
    /** Opens `state`, records each form that it sends, and responds with the page of `next`. */
    async function openOrder(state: string, next: string, options: BrowserContextOptions = {}) {
      const page = await open(state, options)
      const sent: Record<string, string>[] = []
      await page.route(`**/${state}`, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        sent.push(Object.fromEntries(new URLSearchParams(route.request().postData() ?? '')))
        return route.fulfill({ contentType: 'text/html', body: states[next]!() })
      })
      return { page, sent }
    }
    const announced = (page: Page) => page.locator('[data-status]').textContent()

    it('applies a code when Enter is pressed in its field, and keeps the other entries', async () => {
      const { page, sent } = await openOrder('pay-code', 'pay-codes-applied')
      await page.locator('#email').fill('saraa@example.mn')
      await page.getByText('Add promotion code').click()
      await page.locator('#promotion_code').fill('NADAAM-2026')
      await page.locator('#promotion_code').press('Enter')
      await page.getByRole('button', { name: 'Remove code NADAAM-2026' }).waitFor()
      expect(sent).to.have.length(1)
      expect(sent[0]).to.include({
        action: 'apply_code',
        promotion_code: 'NADAAM-2026',
        email: 'saraa@example.mn',
      })
      expect(await page.locator('#email').inputValue()).to.equal('saraa@example.mn')
      expect(await page.locator('button.primary').innerText()).to.equal('Pay ₮7,550')
      expect(await announced(page)).to.equal('₮7,550')
      await page.context().close()
    })

    it('does not pay by Enter in the code or quantity field without scripts, and sends all entries', async () => {
      const { page, sent } = await openOrder('pay-everything-wrong', 'pay-code', { javaScriptEnabled: false })
      const updated = () => page.locator('.amount', { hasText: '₮25,000' }).waitFor()
      await page.locator('#email').fill('saraa@example.mn')
      await page.locator('#promotion_code').press('Enter')
      await updated()
      await page.goto(`${preview.url}/pay-everything-wrong`)
      await page.locator('#quantity-12').press('Enter')
      await updated()
      await page.goto(`${preview.url}/pay-everything-wrong`)
      await page.locator('#phone').fill('99112233')
      await page.getByRole('button', { name: 'Apply' }).click()
      await updated()
      expect(sent.map(({ action }) => action)).to.deep.equal([
        'update_quantity',
        'update_quantity',
        'apply_code',
      ])
      expect(sent[0]).to.include({ promotion_code: 'NADAM', email: 'saraa@example.mn', 'quantity[12]': '99' })
      expect(sent[2]).to.include({ phone: '99112233', 'delivery_address[note]': 'Blue door' })
      await page.context().close()
    })

    it('pays when Enter is pressed in the email field', async () => {
      const { page, sent } = await openOrder('pay-everything', 'receipt-everything')
      await page.locator('#email').press('Enter')
      await page.waitForSelector('[data-state=receipt]')
      expect(sent.map(({ action }) => action)).to.deep.equal(['pay'])
      await page.context().close()
    })

    it('goes to the next field by the key "Next" of a phone, and pays by the key of the only field', async () => {
      const phone = { isMobile: true, hasTouch: true, viewport: { width: 390, height: 800 } }
      const { page, sent } = await openOrder('pay-everything', 'receipt-everything', phone)
      const focused = () => page.evaluate<string>('document.activeElement.name')
      await page.locator('#email').press('Enter')
      expect(await focused()).to.equal('phone')
      await page.locator('[name="delivery_address[district]"]').press('Enter')
      expect(await focused()).to.equal('delivery_address[country]')
      expect(sent).to.have.length(0)
      await page.context().close()
      const short = await openOrder('pay', 'receipt-everything', phone)
      await short.page.locator('#email').press('Enter')
      await short.page.waitForSelector('[data-state=receipt]')
      expect(short.sent.map(({ action }) => action)).to.deep.equal(['pay'])
      await short.page.context().close()
    })

    it('sends several steps of a quantity as one change, announces the new total and keeps the focus', async () => {
      const { page, sent } = await openOrder('pay-quantities', 'pay-quantities-codes')
      const more = page.getByRole('button', { name: 'One more: Ноосон гутал' })
      await more.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      await page.locator('.amount', { hasText: '₮140,800' }).waitFor()
      expect(sent).to.have.length(1)
      expect(sent[0]).to.include({ action: 'update_quantity', 'quantity[12]': '4', 'quantity[14]': '12' })
      await page.waitForSelector('#quantity-12-more:focus')
      expect(await announced(page)).to.equal('₮140,800')
      await page.context().close()
    })

    it('does not send a code that is only half typed, and leaves it in its field', async () => {
      const { page, sent } = await openOrder('pay-quantities-codes', 'pay-quantities-codes')
      await page.locator('.code summary').click()
      await page.locator('#promotion_code').fill('NAD')
      await page.locator('#quantity-12-more').click()
      await page.locator('[data-status]', { hasText: '₮' }).waitFor({ state: 'attached' })
      expect(sent).to.have.length(1)
      expect(sent[0]).not.to.have.property('promotion_code')
      expect(await page.locator('#promotion_code').inputValue()).to.equal('NAD')
      expect(await page.locator('#promotion_code').isVisible()).to.equal(true)
      await page.context().close()
    })

    it('does not step below the minimum quantity', async () => {
      const page = await open('pay-quantities')
      const less = page.getByRole('button', { name: 'One fewer: Цай' })
      expect(await less.getAttribute('aria-disabled')).to.equal('true')
      await less.click({ force: true })
      expect(await page.locator('#quantity-14').inputValue()).to.equal('12')
      await page.context().close()
    })

    it('shows the new total before it pays for a quantity that was just changed', async () => {
      const { page, sent } = await openOrder('pay-quantities', 'pay-quantities-codes')
      await page.locator('#quantity-12').fill('3')
      await page.locator('button.primary').click()
      await page.locator('.amount', { hasText: '₮140,800' }).waitFor()
      expect(sent.map(({ action }) => action)).to.deep.equal(['update_quantity'])
      await page.context().close()
    })

    it('focuses the field of a refused code, and leaves the code in it', async () => {
      const { page } = await openOrder('pay-code', 'pay-code-wrong')
      await page.getByText('Add promotion code').click()
      await page.locator('#promotion_code').fill('NADAM')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.locator('#promotion_code[aria-invalid=true]').waitFor()
      await page.waitForSelector('#promotion_code:focus')
      expect(await page.locator('#promotion_code').inputValue()).to.equal('NADAM')
      expect(await announced(page)).to.equal('There is no code NADAM. Check its spelling.')
      await page.context().close()
    })

    it('shows the current state of the checkout if it can no longer be changed', async () => {
      const { page } = await openOrder('pay-quantities', 'expired')
      await page.route('**/pay-quantities', (route) =>
        route.fulfill({ status: 410, contentType: 'text/html', body: states.expired!() }),
      )
      await page.getByRole('button', { name: 'One more: Цай' }).click()
      await page.waitForSelector('main[data-state=expired]')
      await page.context().close()
    })
  })

  it('leads from the page for missing objects back to the previous page, if there is one', async () => {
    const page = await preview.browser.newPage()
    const back = page.locator('[data-back]')
    await page.goto(`${preview.url}/not-found`)
    // A new window has an empty page to go back to. A window that a link opened has none.
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void open('${preview.url}/not-found', '_blank', 'noopener')`),
    ])
    await opened.waitForLoadState()
    expect(await opened.locator('[data-back]').isVisible()).to.equal(false)
    await page.goto(`${preview.url}/canceled`)
    await page.goto(`${preview.url}/not-found`)
    await back.click()
    await page.locator('main[data-state=canceled]').waitFor()
    await page.context().close()
  })

  it('prints black on white even with a dark colour scheme', async () => {
    const page = await open('receipt-everything', { colorScheme: 'dark' })
    const ink = () => page.evaluate('getComputedStyle(document.querySelector("h1")).color')
    expect(await ink()).not.to.equal('rgb(0, 0, 0)')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await ink()).to.equal('rgb(0, 0, 0)')
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).to.equal(
      'light only',
    )
    expect(await faultsOf(page, { colours: true })).to.deep.equal([])
    // A receipt for the files begins with its number, date and seller, without texts that matter only on a screen.
    const paper = withPlainSpaces(await page.evaluate<string>('document.querySelector("main").innerText'))
    expect(paper).to.match(
      /^Н\s+Номын өлгий\s+Receipt NU-000041\s+TEST\s+12 Aug 2026\s+From\s+Номын өлгий ХХК\s+Registration number 5123456/,
    )
    for (const screenOnly of ['Payment received', 'on its way', 'Print', 'Receipt number'])
      expect(paper).not.to.include(screenOnly)
    const foot = await page.evaluate<string>('document.querySelector("footer").innerText')
    expect(foot).to.match(/^Questions\?\s+hello@\S+\s+\+976\s[\d\s]+$/)
    await page.context().close()
  })

  it('prints the amount above the items, without buttons and fields', async () => {
    // A4 without its margins of 18 mm.
    const page = await open('receipt-stays', { viewport: { width: 658, height: 1000 } })
    await page.emulateMedia({ media: 'print' })
    for (const state of [
      'receipt-stays',
      'receipt-everything',
      'invoice-receipt',
      'invoice-transfer',
      'transfer',
    ]) {
      await page.goto(`${preview.url}/${state}`)
      const { amount, lines, controls, backgrounds } = await page.evaluate<Record<string, unknown>>(`(() => {
        const box = (part) => document.querySelector(part).getBoundingClientRect()
        const tokens = getComputedStyle(document.documentElement)
        return {
          amount: box('.amount').bottom,
          lines: box('.lines').top,
          controls: [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea')]
            .filter((one) => one.checkVisibility())
            .map((one) => one.outerHTML),
          backgrounds: ['--tint', '--surface', '--press'].map((one) => tokens.getPropertyValue(one).trim()),
        }
      })()`)
      expect(lines, state).to.be.at.least(amount as number)
      expect(controls, state).to.deep.equal([])
      expect(backgrounds, state).to.deep.equal(['#fff', '#fff', '#fff'])
    }
    await page.context().close()
  })

  it('copies plain digits and announces it', async () => {
    const page = await open('transfer', { permissions: ['clipboard-read', 'clipboard-write'] })
    const button = page.getByRole('button', { name: 'Copy: Amount' })
    await button.click()
    await button.filter({ hasText: 'Copied' }).waitFor()
    expect(await page.locator('[role=status]').textContent()).to.equal('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('25000')
    const second = page.getByRole('button', { name: 'Copy: Reference' })
    await second.click()
    await second.filter({ hasText: 'Copied' }).waitFor()
    expect(await page.locator('.copy', { hasText: 'Copied' }).count(), 'buttons marked as copied').to.equal(1)
    expect(await button.innerText()).to.equal('Copy')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('482913')
    await page.context().close()
  })

  it('keeps the amount of the chosen length when the language is changed', async () => {
    const page = await open('renew')
    const read = async (part: string) => withPlainSpaces(await page.locator(part).innerText())
    await page.locator('#periods-3').check()
    expect(await read('.label')).to.equal('Renew Basic for 3 months')
    expect(await page.locator('.primary').innerText()).to.equal('Pay ₮75,000')
    await page.getByRole('link', { name: 'Монгол' }).click()
    await page.locator('.primary', { hasText: '₮ 75,000' }).waitFor()
    expect(await read('.label')).to.equal('Basic сунгах: 3 сар')
    expect(await read('.amount')).to.equal('₮ 75,000')
    await page.context().close()
  })

  it('shows no copy button without scripts', async () => {
    const page = await open('transfer', { javaScriptEnabled: false })
    expect(await page.locator('.copy').first().isVisible()).to.equal(false)
    await page.context().close()
  })

  it('updates itself when a payment has succeeded', async () => {
    const page = await open('processing')
    await page.route('**/processing', (route) =>
      route.fulfill({ contentType: 'text/html', body: states['receipt-no-way-back']?.() ?? '' }),
    )
    await page.waitForSelector('[data-state=receipt]')
    await page.context().close()
  })

  it('does not reload itself without scripts, but has a link to check again', async () => {
    for (const state of ['processing', 'pending']) {
      const page = await open(state, { javaScriptEnabled: false })
      expect(await page.getByText('This page updates itself').isVisible()).to.equal(false)
      expect(await page.getByRole('link', { name: 'Check now' }).isVisible()).to.equal(true)
      expect(await page.content()).not.to.include('http-equiv="refresh"')
      await page.context().close()
    }
  })

  it('focuses the list of errors', async () => {
    const page = await open('pay-errors')
    await page.waitForSelector('[role=alert]:focus-within')
    await page.context().close()
  })
})
