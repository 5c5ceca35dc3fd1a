import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import request from 'supertest'
import { page as qpayPage } from '../../../common/methods/qpay/page.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { LARGEST } from '../../../common/services/images/fetch-picture.ts'
import { banks } from '../../../dev/fakes/qpay/code.ts'
import { app } from '../../support/ask.ts'
import { faultsOf } from '../../support/axe.ts'
import { launchBrowser } from '../../support/browser.ts'
import { givenCheckout } from '../../support/given/checkout.ts'
import { type Merchant, tea } from '../../support/given/merchant.ts'
import { copyAll, png } from '../../support/given/picture.ts'
import { givenQPayShop, withQPay } from '../../support/given/qpay.ts'
import { closeReceivers, givenReceiver, type Receiver } from '../../support/given/receiver.ts'
import { readCode } from '../../support/read-code.ts'
import { serveApp } from '../../support/serve.ts'
import { statementsOf } from '../../support/statements.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const FACEBOOK = `${ANDROID} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`
/** Prevents that a press opens an app, which no test has. */
const KEEP_ON_PAGE = "addEventListener('click', (event) => event.preventDefault())"
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
      expect(await faultsOf(page)).to.deep.equal([])
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
      expect(await faultsOf(page)).to.deep.equal([])
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

  it('lists the bank that was pressed first the next time', async () => {
    const { page, wrong, close } = await open(phone)
    const first = () => page.locator('.bank').first().innerText()
    expect(await first()).to.equal('qPay wallet')
    await page.evaluate(KEEP_ON_PAGE)
    await page.locator('.bank', { hasText: 'Xac bank' }).click()
    await page.reload()
    expect(await first()).to.equal('Xac bank')
    const [cookie, ...others] = await page.context().cookies()
    expect(others).to.deep.equal([])
    expect(cookie).to.include({ name: 'bank', value: 'Xac%20bank', sameSite: 'Lax', path: '/' })
    expect(wrong).to.deep.equal([])
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

describe('the logos of the banks', () => {
  const given = withQPay()
  let pictures: Receiver

  beforeEach(async () => {
    const logo = await png(200, 200)
    const heavy = Buffer.concat([logo, Buffer.alloc(LARGEST)])
    pictures = await givenReceiver((response, { url = '' }) => {
      if (url === '/slow.png') return // never answers
      if (url === '/page.png') response.end('<!doctype html><script>alert(1)</script>')
      else response.end(url === '/heavy.png' ? heavy : logo)
    })
  })
  afterEach(closeReceivers)

  const at = (name: string) => new URL(`/${name}.png`, pictures.url).href

  async function open(shop: Merchant, headers: Record<string, string> = {}) {
    const { url, customer } = await givenCheckout(shop, tea())
    await customer.pay({ payment_method: 'qpay' })
    return () =>
      request(app)
        .get(new URL(url).pathname)
        .set({ 'user-agent': ANDROID, ...headers })
        .expect(200)
  }

  /** Returns the buttons: the name of each bank, with the size of its logo if it has one. */
  const buttons = (html: string) =>
    Array.from(html.matchAll(/<a class="bank".*?data-bank="([^"]+)">(?:<img.*? src="([^"]+)")?/g)).map(
      ([, bank = '', src]) => ({ bank, src }),
    )

  it('are copied once for all payments of a shop, and shown from then on', async () => {
    given.qpay.switches.logo = (scheme) => at(scheme)
    const shop = await givenQPayShop(given.values())
    const get = await open(shop)
    expect(buttons((await get()).text).map(({ src }) => src)).to.deep.equal(banks.map(() => undefined))
    expect(pictures.received, 'fetched by a worker only').to.have.lengthOf(0)
    await copyAll(shop)
    for (const { bank, src = '' } of buttons((await get()).text)) {
      expect(src, bank).to.match(/^\/assets\/pictures\/\d+\/[0-9a-f]{64}-96x96\.png$/)
      await request(app).get(src).expect(200)
    }
    await open(shop)
    await copyAll(shop)
    expect(pictures.received).to.have.lengthOf(banks.length)
  })

  it('are left out if they are slow, huge or no picture, or at a refused address', async () => {
    const bad = [at('slow'), at('page'), at('heavy'), 'ftp://qpay.example/logo.png', 'javascript:alert(1)', 7]
    given.qpay.switches.logo = (scheme) => bad[banks.findIndex((bank) => bank[2] === scheme)] ?? at(scheme)
    const shop = await givenQPayShop(given.values())
    const get = await open(shop)
    await copyAll(shop, { answerWithin: 300 })
    const shown = buttons((await get()).text)
    expect(shown.map(({ bank }) => bank)).to.deep.equal(banks.map(([name]) => name))
    expect(shown.map(({ src }) => src !== undefined)).to.deep.equal(banks.map((_, at) => at >= bad.length))
  })

  it('are not fetched from a private address', async () => {
    given.qpay.switches.logo = (scheme) => at(scheme)
    const shop = await givenQPayShop(given.values())
    const get = await open(shop)
    config().webhookAllowPrivate = false
    try {
      await copyAll(shop)
    } finally {
      config().webhookAllowPrivate = true
    }
    expect(pictures.received).to.have.lengthOf(0)
    expect((await get()).text)
      .to.include('Khan bank')
      .and.not.include('<img')
  })

  it('cost a page without bank buttons no query', async () => {
    given.qpay.switches.logo = (scheme) => at(scheme)
    const get = await open(await givenQPayShop(given.values()), { 'user-agent': 'a computer' })
    expect((await statementsOf(get)).filter((one) => one.includes('url_hash'))).to.deep.equal([])
  })

  it('follow the bank that was used last on this device', async () => {
    const shop = await givenQPayShop(given.values())
    const first = async (cookie: string) => buttons((await (await open(shop, { cookie }))()).text)[0]?.bank
    expect(await first('bank=Trade%20and%20Development%20bank; other=1')).to.equal(
      'Trade and Development bank',
    )
    for (const cookie of ['bank=unknown', 'bank=%E0%A4%A', 'bank=<script>']) {
      expect(await first(cookie), cookie).to.equal('qPay wallet')
    }
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
      expect(link(url)).to.deep.include({ apps: [{ name: 'B', nativeName: 'Б', url, logo: null }] })
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
