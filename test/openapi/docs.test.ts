import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import request, { type Response } from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { refusals } from '../../common/kit/refusal.ts'
import { config } from '../../common/runtime/config.ts'
import { app } from '../support/ask.ts'
import { faultsOf } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { referencePages, wholeReference } from '../support/docs-page.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'
import { until } from '../support/service.ts'

/** Reads an answer of supertest as bytes. */
function binary(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = []
  const stream = response as unknown as NodeJS.ReadableStream
  stream.on('data', (part: Buffer) => parts.push(part))
  stream.on('end', () => done(null, Buffer.concat(parts)))
}

/** Checks a few calls, events and objects with axe, which takes a minute for all. Each kind has one template. */
async function faultsOfFewOfEach(page: Page): Promise<string[]> {
  const kept = '#createCheckout, #listCheckouts, #updateWebhookEndpoint, #retrieveTimeline'
  await page.evaluate(`for (const call of document.querySelectorAll('.call'))
    if (!call.querySelector('${kept}')) call.remove()
  for (const each of ['.event', '#objects ~ article', '#codes ~ dl > div'])
    for (const one of [...document.querySelectorAll(each)].slice(3)) one.remove()`)
  return faultsOf(page)
}

describe('the API reference', () => {
  it('shows every call, object and code of the description', async () => {
    const text = await wholeReference()
    const { paths, components } = openApi()
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId } of calls) expect(text).to.include(`id="${String(operationId)}"`)
    const objects = [
      'Checkout',
      'Customer',
      'Event',
      'Invoice',
      'Payment',
      'Price',
      'Product',
      'Subscription',
    ]
    for (const name of objects) expect(text).to.include(`id="object-${name}"`)
    const shown = Array.from(text.matchAll(/id="object-(\w+)"/g), ([, name]) => name!)
    expect(Object.keys(components.schemas)).to.include.members(shown)
    expect(shown.filter((name) => /(Create|Update|Page|Error|.Event)$/.test(name))).to.deep.equal([])
    for (const code of Object.keys(refusals)) expect(text).to.include(`id="code-${code}"`)
  })

  it('has no broken links', async () => {
    const pages = await referencePages()
    const idsOf = (text: string) => new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    for (const [path, text] of pages)
      for (const [, page = '', part = ''] of text.matchAll(/href="([^"#:]*)#([^"]+)"/g)) {
        const target = pages.get(page || path)
        expect(target && idsOf(target), `${page}#${part} on ${path}`).to.include(part)
      }
  })

  it('has guides, and no page above 150 KB', async () => {
    const pages = await referencePages()
    expect([...pages.keys()]).to.include.members([
      '/docs/guides/money-rules',
      '/docs/guides/receivers',
      '/docs/checkouts',
    ])
    for (const [path, text] of pages) expect(Buffer.byteLength(text), path).to.be.below(150_000)
  })

  it('serves the client for npm install', async () => {
    const { body, headers } = await request(app).get('/client.tgz').buffer(true).parse(binary)
    expect(headers['content-type']).to.equal('application/gzip')
    const folder = mkdtempSync('/tmp/tolbor-client-')
    try {
      writeFileSync(`${folder}/client.tgz`, body as Buffer)
      const files = execFileSync('tar', ['tzf', `${folder}/client.tgz`], { encoding: 'utf8' })
      expect(files).to.include('package/package.json').and.include('package/dist/index.js')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('shows every event with its payload and what to do', async () => {
    const text = await wholeReference()
    for (const type of Object.keys(openApi().webhooks)) {
      const [, event] = text.split(`id="event-${type}"`)
      expect(event, type).to.match(
        /^[\s\S]*?<p>[^<]{9,}\.<\/p>\s*<p><b>What to do\.<\/b> [^<]{9,}[\s\S]*?<pre><code>\{/,
      )
    }
  })

  it('loads nothing from other sites, and no file above 100 KiB', async () => {
    const { headers, text } = await request(app).get('/docs')
    expect(headers['content-security-policy']).to.include("default-src 'none'")
    expect(headers['content-security-policy']).to.not.include('unsafe-inline')
    expect(headers['cache-control']).to.equal('public, max-age=300')
    const parts = Array.from(text.matchAll(/(?:href|src)="(\/[^"#]+)/g), ([, part = '']) => part)
    expect(parts).to.include('/openapi.json').and.to.include('/docs/checkouts')
    for (const part of new Set(['/docs/index.json', ...parts]))
      for (const encoding of ['br', 'gzip']) {
        const { headers } = await request(app).get(part).set('Accept-Encoding', encoding).buffer(false)
        expect(headers['content-encoding']).to.equal(encoding)
        expect(Number(headers['content-length']), `${part} as ${encoding}`).to.be.within(1, 100 * 1024)
      }
  })

  it('is what a browser opens at /, and an unknown page there is a page', async () => {
    const browse = (path: string) => request(app).get(path).set('Accept', 'text/html,*/*;q=0.8')
    expect((await browse('/').expect(302)).headers.location).to.equal('/docs')
    const unknown = await browse('/docs/nothing').expect(404)
    expect(unknown.text).to.include('data-state="error_not_found"')
    expect(unknown.headers['content-security-policy']).to.include("default-src 'none'")
    for (const path of ['/', '/docs/nothing'])
      expect((await request(app).get(path).expect(404)).body.code).to.equal('not_found')
  })

  it('lists changes with dates, the newest first', async () => {
    const { text } = await request(app).get('/docs/changes')
    const [, changes = ''] = text.split('id="changes"')
    const dates = Array.from(changes.matchAll(/<time datetime="(\d{4}-\d\d-\d\d)">/g), ([, date]) => date)
    expect(dates).to.not.be.empty
    expect(dates).to.deep.equal([...new Set(dates)].sort().reverse())
  })

  it('has a unique name for each call', () => {
    const calls = Object.values(openApi().paths).flatMap((methods) => Object.values(methods))
    const names = calls.map(({ summary }) => summary as string)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })

  describe('in a browser', () => {
    let browser: Browser
    let stop: () => void
    const address = (page = '/checkouts') => `${config().baseUrl}/docs${page}`

    before(async () => {
      stop = await serveApp()
      browser = await launchBrowser()
    })
    after(async () => {
      await browser.close()
      stop()
    })

    for (const [width, colorScheme] of [
      [320, 'light'],
      [1280, 'dark'],
    ] as const) {
      it(`has no accessibility faults at width ${width} in ${colorScheme} colors`, async () => {
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          colorScheme,
          permissions: ['clipboard-read', 'clipboard-write'],
        })
        const page = await context.newPage()
        const foreignRequests: string[] = []
        const errors: string[] = []
        page.on(
          'request',
          (sent) =>
            sent.url().startsWith(config().baseUrl) ||
            sent.url().startsWith('data:') ||
            foreignRequests.push(sent.url()),
        )
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
        await page.goto(address())
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        const call = page.locator('article', { has: page.locator('#createCheckout') })
        const copy = call.locator('.copy:visible').first()
        const [label, block] = [copy.locator('span'), call.locator('figure:visible').first()]
        const rightOf = async (part: typeof label) => {
          const { x, width: wide } = (await part.boundingBox())!
          return x + wide
        }
        expect((await rightOf(block)) - (await rightOf(label)), 'Copy is at the edge').to.be.below(20)
        await copy.click()
        expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/^curl -X POST http/)
        await page.locator('.languages').getByText('Python').click()
        expect(await page.locator('.sample.in-curl:not(.in-python):visible').count()).to.equal(0)
        expect(await page.locator('.sample.in-python:visible').count()).to.be.above(3)
        await page.reload()
        expect(await page.locator('#in-python').isChecked()).to.equal(true)
        expect(await faultsOfFewOfEach(page)).to.deep.equal([]) // last, because it removes most of the page
        expect(foreignRequests).to.deep.equal([])
        expect(errors).to.deep.equal([])
        await context.close()
      })
    }

    it('finds names, fields and codes of all pages with the / key, on a phone too', async () => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      await page.goto(address(''))
      const search = async (query: string) => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('/')
        await page.keyboard.type(query)
        await page.locator('.found:visible, .nothing:visible').first().waitFor()
        return page.locator('.found a:visible').allTextContents()
      }
      expect(await search('resend_since')).to.deep.equal(['Update a webhook endpoint'])
      expect((await search('expire a'))[0]).to.equal('Expire a checkout')
      expect(await search('lookup_key_not_found'))
        .to.include('lookup_key_not_found')
        .and.include('Create a checkout')
      expect(await search('proration')).to.deep.equal(['proration_behavior'])
      expect(await page.locator('.found .hint').textContent()).to.include('Unused time is always credited')
      expect(await search('xyzzy')).to.deep.equal([])
      expect(await page.locator('.nothing').textContent()).to.include('Nothing is named “xyzzy”')
      await page.close()
    })

    it('opens the first result with Enter, and redirects old addresses of sections', async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(address(''))
      await page.keyboard.press('/')
      await page.keyboard.type('refund a pay')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/payments#createRefund')
      await page.goto(`${address('')}#retrieveSubscription`)
      await page.waitForURL('**/docs/subscriptions#retrieveSubscription')
      await page.close()
    })

    it('begins with the text on a phone: its list of pages is folded', async () => {
      const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
      await page.goto(address('/payments'))
      const list = page.locator('#chapters')
      expect([await list.isVisible(), (await page.locator('h1').boundingBox())!.y < 320]).to.deep.equal([
        false,
        true,
      ])
      await page.getByRole('button', { name: 'All pages', expanded: false }).click()
      expect(await list.isVisible()).to.equal(true)
      await page.getByRole('button', { name: 'All pages', expanded: true }).click()
      expect(await list.isVisible()).to.equal(false)
      await page.close()
    })

    it('marks the current section in its contents', async () => {
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
      await page.goto(`${address('/payments')}#listPayments`)
      const current = page.locator('.contents [aria-current=location]')
      await until(() =>
        page.evaluate<boolean>(
          'document.querySelector(".contents [aria-current=location]")?.hash === "#listPayments"',
        ),
      )
      expect(await current.count()).to.equal(1)
      expect(await current.isVisible()).to.equal(true)
      await page.close()
    })

    it('sends read requests with a test token, which only the tab stores', async () => {
      const { projectId, tokens } = await givenMerchant()
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(address())
      const call = page.locator('article', { has: page.locator('#listCheckouts') }).locator('.shown')
      await call.locator('[name=address]').fill(`/v1/projects/${projectId}/checkouts`)
      await call.locator('[name=token]').fill(tokens.live)
      await call.getByText('Send', { exact: true }).click()
      expect(await call.locator('output').textContent()).to.equal('') // a token of live mode is not sent
      await call.locator('[name=token]').fill(tokens.test)
      await call.getByText('Send', { exact: true }).click()
      await call.locator('output', { hasText: '200' }).waitFor()
      expect(JSON.parse((await call.locator('form pre').textContent())!)).to.deep.include({ data: [] })
      const stored = await page.evaluate('JSON.stringify(localStorage)')
      expect(stored).to.not.include(tokens.test)
      await context.close()
    })

    it('is complete without a script', async () => {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      })
      const page = await context.newPage()
      await page.goto(address())
      await page.locator('.languages').getByText('PHP').click()
      expect(await page.locator('.sample.in-php:visible').count()).to.be.above(3)
      expect(await page.locator('.sample.in-curl:visible').count()).to.equal(0)
      const [fold] = await page
        .locator('article', { has: page.locator('#createCheckout') })
        .locator('.inner')
        .all()
      expect(await fold!.locator('dl').first().isVisible()).to.equal(false)
      await fold!.locator('summary').first().click()
      expect(await fold!.locator('dt').first().isVisible()).to.equal(true)
      expect(await page.locator('.js-only:visible, .send:visible').count()).to.equal(0)
      await context.close()
    })
  })
})
