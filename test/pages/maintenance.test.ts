import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import type { Browser } from 'playwright-core'
import request from 'supertest'
import { pageHeaders } from '../../api/pages/headers.ts'
import { answerPages } from '../../api/pages/respond.ts'
import { LARGEST_FILE_MB } from '../../api/read-body.ts'
import { faultsOf } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'

const FILE = 'deploy/maintenance.html'
const page = readFileSync(FILE, 'utf8')

describe('the page that a proxy shows while the service is away', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  /** Starts a proxy whose service comes back with the second GET. Records the requests. */
  async function startProxy() {
    const seen: string[] = []
    const server = createServer((req, res) => {
      seen.push(`${req.method} ${req.url}`)
      const isBack = seen.filter((line) => line.startsWith('GET')).length > 1
      res.setHeader('Content-Type', 'text/html')
      if (isBack) res.end('<!doctype html><title>back</title><h1>The order</h1>')
      else res.writeHead(503, { 'Retry-After': '10' }).end(page)
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkout/7/s3cret?lang=mn`
    return { seen, url, close: () => server.close() }
  }

  it('needs no other file, is small, and has both languages', () => {
    expect(page).to.not.match(/(?:src|href)="(?!data:)|url\(|@import/)
    expect(page.length).to.be.below(5_000)
    expect(page).to.include('<html lang="en">').and.include('<section lang="mn">')
  })

  it('is shown by the proxies of the guide', () => {
    const guide = readFileSync('docs/guides/proxy.md', 'utf8')
    expect(guide.match(/\/maintenance\.html/g)?.length).to.be.at.least(3)
    expect(guide.match(/Retry-After 10/g)?.length).to.be.at.least(3)
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`loads the address again by itself ${javaScriptEnabled ? 'with' : 'without'} a script, never a form`, async () => {
      const { seen, url, close } = await startProxy()
      const context = await browser.newContext({ javaScriptEnabled })
      const tab = await context.newPage()
      await tab.route(url, async (route) => {
        // So that the test need not wait.
        const response = await route.fetch()
        const body = (await response.text())
          .replace('content="10"', 'content="1"')
          .replace(', 5000)', ', 500)')
        await route.fulfill({ response, body })
      })
      await tab.setContent(
        `<form method="post" action="${url}"><button name="action" value="pay">Pay</button></form>`,
      )
      await tab.locator('button').click()
      await tab.getByText('The order').waitFor()
      expect(seen[0]).to.equal('POST /checkout/7/s3cret?lang=mn')
      expect(new Set(seen.slice(1))).to.deep.equal(new Set(['GET /checkout/7/s3cret?lang=mn']))
      await context.close()
      close()
    })
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation and fits a small phone, ${colorScheme}`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 568 } })
      const tab = await context.newPage()
      await tab.setContent(page)
      expect(await faultsOf(tab)).to.deep.equal([])
      expect(await tab.evaluate('document.documentElement.scrollWidth')).to.equal(320)
      await context.close()
    })
  }
})

describe('the proxy of the guide', () => {
  it('lets through files that are as large as Tolbor takes', () => {
    const [, limit] = /client_max_body_size (\d+)m;/.exec(readFileSync('docs/guides/proxy.md', 'utf8'))!
    expect(Number(limit)).to.be.above(LARGEST_FILE_MB)
  })
})

describe('a page while MySQL cannot be reached', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { name: 'SequelizeConnectionRefusedError' })
  const app = express()
    .use(pageHeaders())
    .use(express.urlencoded({ extended: false }))
    .all(
      '/checkout/:id',
      answerPages(() => Promise.reject(away)),
    )

  for (const [lang, text] of [
    ['en', 'The page loads again by itself.'],
    ['mn', 'Хуудас өөрөө дахин ачаална.'],
  ]) {
    it(`is 503 with Retry-After and loads again by itself (${lang})`, async () => {
      const response = await request(app).get(`/checkout/7?lang=${lang}`)
      expect(response.status).to.equal(503)
      expect(response.headers['retry-after']).to.equal('1')
      expect(response.text)
        .to.include('data-state="error_unavailable" data-poll="5"')
        .and.include(text)
        .and.include('href="?lang&#x3D;' + lang)
    })
  }

  it('keeps a form, which only the customer sends again', async () => {
    const form = { action: 'pay', email: 'bat@example.com' }
    const { status, text } = await request(app).post('/checkout/7').type('form').send(form)
    expect(status).to.equal(503)
    expect(text).to.not.include('data-poll').and.not.include('loads again by itself')
    expect(text)
      .to.include('<input type="hidden" name="email" value="bat@example.com">')
      .and.include('We have kept what you typed.')
  })

  it('does not keep the form of another site, which its own button would send as ours', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const posted = request(app).post('/checkout/7').type('form').set('Sec-Fetch-Site', site)
      const { status, text } = await posted.send({ action: 'pay', email: 'bat@example.com' })
      expect([status, text.includes('bat@example.com')], site).to.deep.equal([503, false])
      expect(text).to.include('<a class="primary" href="?">')
    }
  })
})
