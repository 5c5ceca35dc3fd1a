import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import request from 'supertest'
import { app } from '../support/ask.ts'
import { faultsOf } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, givenTransferShop, tea } from '../support/given/merchant.ts'
import { readCode } from '../support/read-code.ts'
import { until } from '../support/service.ts'
import { states } from './view/states.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 Safari/604.1 MetaIAB Facebook'
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.0.0 Mobile Safari/537.36'
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 320, height: 640 } }

/** Returns the HTML of a page for this browser. */
async function htmlFor(url: string, userAgent: string, query = ''): Promise<string> {
  const { text } = await request(app)
    .get(new URL(url).pathname + query)
    .set('User-Agent', userAgent)
  return text
}

const CODE = 'class="phone"'
const NOTICE = 'class="in-app"'

describe('the QR code and the in-app notice of a page', () => {
  let browser: Browser
  let reader: Page
  let server: Server
  let origin: string

  before(async () => {
    server = app.listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
    reader = await browser.newPage() // without a policy, so that it may load pictures
  })
  after(async () => {
    await browser.close()
    server.close()
  })

  /** Opens the page in a real browser. `errors` are the errors of its console, such as violations of its policy. */
  async function open(
    url: string,
    options: BrowserContextOptions,
  ): Promise<{ page: Page; errors: string[] }> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(origin + new URL(url).pathname)
    return { page, errors }
  }

  it('appear only while something can be paid', async () => {
    const shop = await givenTransferShop()
    const codeAndNotice = async (url: string, query = '') => [
      (await htmlFor(url, '', query)).includes(CODE),
      (await htmlFor(url, ANDROID, query)).includes(NOTICE),
    ]
    const checkout = await givenCheckout(shop)
    expect(await codeAndNotice(checkout.url), 'open').to.deep.equal([true, true])
    expect(await codeAndNotice(checkout.url, '?canceled=1'), 'canceled').to.deep.equal([false, false])
    await checkout.customer.pay({ payment_method: 'bank_transfer' })
    expect(await codeAndNotice(checkout.url), 'a transfer that is not reported yet').to.deep.equal([
      true,
      true,
    ])
    await checkout.customer.press('claim_transfer')
    expect(await codeAndNotice(checkout.url), 'a reported transfer').to.deep.equal([false, false])

    const paid = await givenCheckout(shop)
    await paid.customer.pay()
    expect(await codeAndNotice(paid.url), 'paid').to.deep.equal([false, false])
    const expired = await givenCheckout(shop)
    await shop.post(`/checkouts/${expired.id}/expire`).expect(200)
    expect(await codeAndNotice(expired.url), 'expired').to.deep.equal([false, false])
    const gift = { ...tea(), discounts: [{ amount: 25_000, description: 'Gift' }] }
    expect(await codeAndNotice((await givenCheckout(shop, gift)).url), 'free').to.deep.equal([false, false])
    const unready = await givenCheckout(shop.live)
    await shop.patch('', { payment_methods: { bank_transfer: { enabled: false } } }).expect(200)
    expect(await codeAndNotice(unready.url), 'no payment method').to.deep.equal([false, false])
  })

  describe('the QR code', () => {
    // Polls from here, since the page's policy forbids the polling of `waitForFunction`.
    const codeDrawn = (page: Page) =>
      until(() => page.evaluate<boolean>(`document.querySelector('.phone img').naturalWidth > 0`))

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`contains the address of every payable page, on a ${colorScheme} screen`, async () => {
        const shop = await givenTransferShop()
        const [untouched, started] = [await givenCheckout(shop), await givenCheckout(shop)]
        await started.customer.pay({ payment_method: 'bank_transfer' })
        const { body: invoice } = await shop.post('/invoices', { amount: 180_000 }).expect(201)
        for (const url of [untouched.url, started.url, invoice.data.url as string]) {
          const { page, errors } = await open(url, { ...desktop, colorScheme })
          await codeDrawn(page)
          expect(await readCode(reader, page.locator('.phone'))).to.equal(url)
          expect(errors).to.deep.equal([])
          await page.context().close()
        }
      })
    }

    it('is a code for bank apps instead if euros go to an IBAN, but not on a phone', async () => {
      const shop = await givenMerchant({ currency: 'EUR' })
      const account = {
        ...{ enabled: true, bank_name: 'GLS Bank', account_holder: 'Steppe Goods GmbH' },
        account_number: 'DE89 3704 0044 0532 0130 00',
      }
      await shop.patch('', { payment_methods: { bank_transfer: account } }).expect(200)
      const { url, customer } = await givenCheckout(shop, tea(1, 12_905))
      await customer.pay({ payment_method: 'bank_transfer' })
      const { page, errors } = await open(url, { ...desktop, colorScheme: 'dark' })
      expect((await readCode(reader, page.locator('.scan .qr')))?.split('\n').slice(0, 8)).to.deep.equal(
        'BCD 002 1 SCT  Steppe+Goods+GmbH DE89370400440532013000 EUR129.05'
          .split(' ')
          .map((one) => one.replaceAll('+', ' ')),
      )
      expect(await page.locator('.phone').count(), 'codes with the address').to.equal(0)
      expect(errors).to.deep.equal([])
      expect(await htmlFor(url, CHROME)).not.to.include('class="qr"')
      await page.context().close()
    })

    it('is an accessible picture with a name, and cannot be focused', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const { page } = await open(url, desktop)
      const code = page.getByRole('img', { name: 'QR code with the address of this page' })
      expect(await code.isVisible()).to.equal(true)
      expect(await page.evaluate(`document.querySelector('.phone img').tabIndex`)).to.equal(-1)
      expect(await faultsOf(page)).to.deep.equal([])
      await page.context().close()
    })

    it('remains after the order has changed', async () => {
      const shop = await givenTransferShop()
      const [item] = tea(2).items
      const items = [{ ...item, adjustable_quantity: { enabled: true } }]
      const { url } = await givenCheckout(shop, { items })
      const { page } = await open(url, desktop)
      await page.getByRole('button', { name: 'One more: Tea' }).click()
      await page.locator('.amount', { hasText: '₮75,000' }).waitFor()
      await codeDrawn(page)
      expect(await readCode(reader, page.locator('.phone'))).to.equal(url)
      await page.context().close()
    })

    it('appears with a bank transfer, and not if a card is the only payment method', () => {
      const page = (state: string) => states[state]!()
      expect(page('pay-card')).to.include(CODE)
      expect(page('pay-card-only')).not.to.include(CODE)
    })

    it('is hidden on a narrow screen and on paper', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const { page } = await open(url, desktop)
      expect(await page.locator('.phone').isVisible()).to.equal(true)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.phone').isVisible()).to.equal(false)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1023, height: 800 })
      expect(await page.locator('.phone').isVisible()).to.equal(false)
      await page.context().close()
    })

    it('adds at most 300 bytes to a page for computers, and is not in a page for phones', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const [computer, mobile] = [await htmlFor(url, ''), await htmlFor(url, CHROME)]
      expect(computer).to.include(CODE)
      expect(mobile).not.to.include(CODE)
      expect(gzipSync(computer).length - gzipSync(mobile).length).to.be.within(1, 300)
    })

    it('is loaded once by a wide screen, and not by a narrow one', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const page = await browser.newPage(desktop)
      const requests: string[] = []
      page.on('request', (sent) => sent.url().endsWith('/code.svg') && requests.push(sent.url()))
      await page.setViewportSize({ width: 1023, height: 800 })
      await page.goto(origin + new URL(url).pathname, { waitUntil: 'networkidle' })
      expect(requests).to.deep.equal([])
      await page.setViewportSize(desktop.viewport)
      await codeDrawn(page)
      await page.reload()
      await codeDrawn(page)
      const transferSize = await page.evaluate<number>(
        `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/code.svg')).transferSize`,
      )
      expect(transferSize).to.equal(0) // from the browser's cache
      await page.close()
    })

    it('exists only for the address of a page', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const { pathname } = new URL(url)
      const { headers } = await request(app).get(`${pathname}/code.svg`).expect(200)
      expect(headers).to.include({
        'content-type': 'image/svg+xml',
        'x-robots-tag': 'noindex',
      })
      expect(headers['cache-control']).to.equal('private, max-age=31536000, immutable')
      for (const path of ['/checkout/1/x/code.svg', '/checkout/x/abcdefghijklmnopqrstuv/code.svg'])
        await request(app).get(path).expect(404)
    })
  })

  describe('the in-app notice', () => {
    it('is above the order, names the menu item to choose, and causes no layout shift', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, errors } = await open(url, { ...phone, colorScheme, userAgent: ANDROID })
        const notice = page.getByRole('region', { name: 'Paying may fail inside Facebook' })
        expect(await notice.textContent()).to.include('“Open in Chrome” or “Open in external browser”')
        const [above, below] = [await notice.boundingBox(), await page.locator('.order').boundingBox()]
        expect(above!.y + above!.height).to.be.at.most(below!.y)
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        expect(await faultsOf(page)).to.deep.equal([])
        const shift = await page.evaluate(`new Promise((done) => {
          let sum = 0
          new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
            .observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
        })`)
        // A busy machine may draw the first letters a fraction of a pixel off. People notice shifts from 0.1 (CLS).
        expect(shift).to.be.below(0.001)
        expect(errors).to.deep.equal([])
        await page.context().close()
      }
    })

    it('has a link that opens the page in Android’s browser in the same language', async () => {
      const { url } = await givenCheckout(await givenTransferShop(), { ...tea(), locale: 'mn' })
      const { page } = await open(url, { ...phone, userAgent: ANDROID })
      const link = page.getByRole('link', { name: 'Браузераараа нээх' })
      const address = url.replace(/^https?:\/\//, '')
      const scheme = new URL(url).protocol.slice(0, -1)
      expect(await link.getAttribute('href')).to.equal(
        `intent://${address}?lang=mn#Intent;scheme=${scheme};end`,
      )
      expect((await link.boundingBox())!.height).to.be.at.least(44)
      await page.context().close()
    })

    it('names Safari on an iPhone, without a link, since Facebook has no link to a browser there', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const text = await htmlFor(url, IPHONE)
      expect(text).to.include('“Open in Safari”').and.not.to.include('Open in browser')
    })

    it('copies the address, even if the app forbids the clipboard API', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      for (const forbidden of [false, true]) {
        const permissions = ['clipboard-read', 'clipboard-write']
        const { page } = await open(url, { ...phone, userAgent: ANDROID, permissions })
        await page.evaluate(`navigator.clipboard.writeText('something else')`)
        if (forbidden)
          await page.evaluate(
            `navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))`,
          )
        await page.getByRole('button', { name: 'Copy link' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(`${url}?lang=en`)
        await page.context().close()
      }
    })

    it('shows the address without a copy button if scripts are disabled', async () => {
      const { url } = await givenCheckout(await givenTransferShop())
      const { page } = await open(url, { ...phone, userAgent: ANDROID, javaScriptEnabled: false })
      expect(await page.locator('.in-app .address').textContent()).to.equal(`${url}?lang=en`)
      expect(await page.locator('.in-app .copy').isVisible()).to.equal(false)
      await page.context().close()
    })
  })
})
