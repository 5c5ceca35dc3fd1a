import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type Browser, chromium } from 'playwright-core'
import request from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { refusals } from '../../common/kit/refusal.ts'
import { signatureHeaders } from '../../common/webhooks/rules/sign.ts'
import { app } from '../support/ask.ts'
import { faultsOf } from '../support/axe.ts'

describe('the page of the reference', () => {
  it('shows every call, object and code of the description', async () => {
    const { text, status } = await request(app).get('/docs')
    expect(status).to.equal(200)
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

  it('leads nowhere that is not there', async () => {
    const { text } = await request(app).get('/docs')
    const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    const targets = Array.from(text.matchAll(/href="#([^"]+)"/g), ([, target]) => target)
    expect(targets.filter((target) => !ids.has(target))).to.deep.equal([])
    expect(ids.size).to.be.above(80)
  })

  it('asks nobody else for anything, and weighs little', async () => {
    const { headers } = await request(app).get('/docs').set('Accept-Encoding', 'br').buffer(false)
    expect(headers['content-security-policy']).to.include("default-src 'none'")
    expect(headers['content-security-policy']).to.not.include('unsafe-inline')
    expect(headers['cache-control']).to.equal('public, max-age=300')
    expect(Number(headers['content-length'])).to.be.below(60 * 1024)
  })

  it('shows code that tells a genuine delivery from another', async () => {
    const file = new URL('../../views/docs/verify.js', import.meta.url).href
    const { isGenuine } = (await import(file)) as { isGenuine: (...given: unknown[]) => boolean }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const other = 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const at = new Date('2026-02-05T06:12:00Z')
    const body = '{"id":501,"note":"ө"}'
    const headers = signatureHeaders({ eventId: 501, body, at, secrets: [other, secret], plainHeader: 'X' })
    expect(isGenuine(headers, body, secret, at.getTime())).to.equal(true)
    expect(isGenuine(headers, body, other, at.getTime() + 299_000)).to.equal(true)
    expect(isGenuine(headers, body, other, at.getTime() + 301_000)).to.equal(false)
    expect(isGenuine(headers, `${body} `, secret, at.getTime())).to.equal(false)
    expect(isGenuine(headers, body, 'whsec_BBBB', at.getTime())).to.equal(false)
    expect(isGenuine({}, body, secret, at.getTime())).to.equal(false)
  })

  describe('in a browser', () => {
    let browser: Browser
    let server: Server

    before(async () => {
      server = app.listen(0, '127.0.0.1')
      browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      })
    })
    after(async () => {
      await browser.close()
      server.close()
      server.closeAllConnections()
    })

    for (const [width, colorScheme] of [
      [320, 'light'],
      [1280, 'dark'],
    ] as const) {
      it(`can be read by everybody, ${width} wide and ${colorScheme}`, async () => {
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          colorScheme,
          permissions: ['clipboard-read', 'clipboard-write'],
        })
        const page = await context.newPage()
        const { origin } = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        const strangers: string[] = []
        const complaints: string[] = []
        page.on(
          'request',
          (asked) =>
            asked.url().startsWith(origin) || asked.url().startsWith('data:') || strangers.push(asked.url()),
        )
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
        await page.goto(`${origin}/docs`)
        expect(await faultsOf(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        await page.locator('#createCheckout').locator('xpath=ancestor::article').locator('.copy').click()
        expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/^curl -X POST http/)
        expect(strangers).to.deep.equal([])
        expect(complaints).to.deep.equal([])
        await context.close()
      })
    }
  })
})
