import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { page as qpayPage } from '../../../common/methods/qpay/page.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { banks } from '../../../dev/fakes/qpay/code.ts'
import { launchBrowser } from '../../support/browser.ts'
import { givenCheckout } from '../../support/given/checkout.ts'
import { tea } from '../../support/given/merchant.ts'
import { givenQPayShop, withQPay } from '../../support/given/qpay.ts'
import { readCode } from '../../support/read-code.ts'
import { serveApp } from '../../support/serve.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const FACEBOOK = `${ANDROID} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`
const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 800 }, userAgent: ANDROID }

describe('the page of an order paid through QPay', () => {
  const given = withQPay()
  let browser: Browser
  let reader: Page
  let stopServing: () => void

  before(async () => {
    stopServing = await serveApp()
    browser = await launchBrowser()
    reader = await browser.newPage()
  })
  after(async () => {
    await browser.close()
    stopServing()
  })

  /** Opens the page of an order for which QPay was chosen. Collects console errors and requests to other origins. */
  async function open(options: BrowserContextOptions, locale = 'en') {
    const { url, customer } = await givenCheckout(await givenQPayShop(given.values()), { ...tea(), locale })
    await customer.pay({ payment_method: 'qpay' })
    const page = await (await browser.newContext(options)).newPage()
    const wrong: string[] = []
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    page.on(
      'request',
      (request) => request.url().startsWith(new URL(url).origin) || wrong.push(request.url()),
    )
    await page.clock.install()
    await page.goto(url)
    return { url, page, wrong, close: () => page.context().close() }
  }

  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows the code from QPay on a ${colorScheme} desktop screen`, async () => {
      const { page, wrong, close } = await open({ ...desk, colorScheme })
      expect(await readCode(reader, page.locator('.scan .qr'))).to.equal(given.qpay.invoice().code)
      expect(await page.locator('svg.qr').count()).to.equal(1)
      expect(await page.locator('.bank, .phone').count()).to.equal(0)
      expect((await new AxeBuilder({ page }).analyze()).violations).to.deep.equal([])
      expect(wrong).to.deep.equal([])
      await close()
    })

  it('shows a button for each bank on a phone, and the code for another phone', async () => {
    for (const [locale, at] of [
      ['en', 0],
      ['mn', 1],
    ] as const) {
      const { page, wrong, close } = await open(phone, locale)
      const links = await page.evaluate<[string, string, number][]>(`
        [...document.querySelectorAll('.bank')].map((link) =>
          [link.textContent, link.getAttribute('href'), link.getBoundingClientRect().height])`)
      const { code } = given.qpay.invoice()
      expect(links.map(([name, link]) => [name, link])).to.deep.equal(
        banks.map((bank) => [bank[at], `${bank[2]}://q?qPay_QRcode=${code}`]),
      )
      for (const [name, , height] of links) expect(height, name).to.be.at.least(44)
      expect((await new AxeBuilder({ page }).analyze()).violations).to.deep.equal([])
      await page.locator('summary', { hasText: locale === 'en' ? 'another phone' : 'өөр утсаар' }).click()
      expect(await readCode(reader, page.locator('.scan .qr'))).to.equal(code)
      expect(wrong).to.deep.equal([])
      await close()
    }
  })

  it('explains how to leave an in-app browser, above the buttons that may not work there', async () => {
    const { page, close } = await open({ ...phone, userAgent: FACEBOOK })
    const notice = page.getByRole('region', { name: 'Paying may fail inside Facebook' })
    const [above, below] = [await notice.boundingBox(), await page.locator('.bank').first().boundingBox()]
    expect(above!.y + above!.height).to.be.at.most(below!.y)
    expect(await page.getByRole('link', { name: 'Open in browser' }).getAttribute('href')).to.match(
      /^intent:/,
    )
    await close()
  })

  it('updates when the payment is made', async () => {
    const { page, wrong, close } = await open(desk)
    given.qpay.pay()
    setClock(() => new Date(Date.now() + 4_000))
    await page.clock.runFor(3_500)
    await page.locator('main[data-state=receipt]').waitFor()
    expect(wrong).to.deep.equal([])
    await close()
  })

  it('is updated by a reload if scripts are disabled', async () => {
    const { page, close } = await open({ ...desk, javaScriptEnabled: false })
    expect(await page.getByText('This page updates itself').isVisible()).to.equal(false)
    given.qpay.pay()
    setClock(() => new Date(Date.now() + 4_000))
    await page.getByRole('link', { name: 'Check now' }).click()
    await page.locator('main[data-state=receipt]').waitFor()
    await close()
  })

  it('has a link back to the payment methods', async () => {
    const { page, close } = await open(desk)
    await page.getByRole('link', { name: 'Choose another way to pay' }).click()
    await page.locator('main[data-state=pay]').waitFor()
    await close()
  })
})

describe('a link from QPay', () => {
  const link = (url: unknown, shortUrl: unknown = null) =>
    qpayPage.started({ code: '0002', short_url: shortUrl, apps: [{ name: 'B', nativeName: 'Б', url }] })

  it('is shown if it opens a known app or a web address', () => {
    for (const url of [
      'khanbank://q?qPay_QRcode=0002',
      'socialpay-payment://q?x=1',
      'https://bank.example/q',
    ])
      expect(link(url)).to.deep.include({ apps: [{ name: 'B', nativeName: 'Б', url }] })
  })

  it('is not shown otherwise', () => {
    const others = [
      'javascript://khanbank/%0aalert(1)',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'intent://q#Intent;scheme=khanbank;end',
      'unheard-of://q',
      ' khanbank://q',
      'khanbank:q',
      'https:',
      'khanbank://q\nx',
      '',
      null,
      7,
    ]
    for (const url of others) expect(link(url), String(url)).to.deep.include({ apps: [] })
    for (const url of others)
      expect(link('khanbank://q', url), String(url)).to.deep.include({ shortUrl: null })
  })

  it('is not shown until there is a code', () => {
    for (const details of [null, {}, { code: 7 }])
      expect(qpayPage.started(details)).to.deep.equal({ page: 'processing' })
    expect(qpayPage.started({ code: '0002', apps: 'none' })).to.deep.include({ page: 'code', apps: [] })
  })
})
