import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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

  /** The samples of every call in a language, as they would be copied. */
  async function samplesIn(language: string): Promise<string[]> {
    const { text } = await request(app).get('/docs')
    const entities: Record<string, string> = {
      '&amp;': '&',
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&#x27;': "'",
      '&#x3D;': '=',
      '&#x60;': '`',
    }
    const shown = new RegExp(`class="sample in-${language}">[\\s\\S]*?<pre><code>([\\s\\S]*?)</code>`, 'g')
    const samples = Array.from(text.matchAll(shown), ([, code = '']) =>
      code.replace(/&[#\w]+;/g, (entity) => entities[entity]!),
    )
    expect(samples).to.have.length(
      Object.values(openApi().paths).flatMap((methods) => Object.values(methods)).length,
    )
    return samples
  }

  it('shows every call in Node.js as the types of the client allow it', async () => {
    const samples = await samplesIn('node')
    const folder = mkdtempSync(join(tmpdir(), 'samples-'))
    try {
      const client = `import { Tolbor } from '${resolve('clients/node/dist/index.js')}'\nconst tolbor = new Tolbor({ api: '', token: '' })\n`
      writeFileSync(join(folder, 'samples.mts'), client + samples.map((sample) => `{ ${sample} }\n`).join(''))
      const options = '--noEmit --strict --target es2022 --module nodenext --skipLibCheck --types'.split(' ')
      const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...options, '', 'samples.mts'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(stdout).to.equal('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('shows every call in Python that can be read', async () => {
    const samples = await samplesIn('python')
    const program = 'import ast, json, sys\nfor one in json.load(sys.stdin): ast.parse(one)'
    const { status, stderr } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(samples),
      encoding: 'utf8',
    })
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
  })

  it('shows every event with what it carries and what to do', async () => {
    const { text } = await request(app).get('/docs')
    for (const type of Object.keys(openApi().webhooks)) {
      const [, event] = text.split(`id="event-${type}"`)
      expect(event, type).to.match(/^[\s\S]*?<p>[^<]+\.[\s\S]+?<\/p>[\s\S]*?<pre><code>\{/)
    }
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
        await page
          .locator('#createCheckout')
          .locator('xpath=ancestor::article')
          .locator('.copy:visible')
          .click()
        expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/^curl -X POST http/)
        await page.locator('label', { hasText: 'Python' }).click()
        expect(await page.locator('.sample.in-curl:visible').count()).to.equal(0)
        await page.keyboard.press('/')
        await page.keyboard.type('resend_since')
        if (width > 960) {
          const left = await page.locator('.contents li li a:visible').allTextContents()
          expect(left).to.include('Update a webhook endpoint').and.have.length.below(8)
        }
        await page.reload()
        expect(await page.locator('#in-python').isChecked()).to.equal(true)
        expect(strangers).to.deep.equal([])
        expect(complaints).to.deep.equal([])
        await context.close()
      })
    }
  })
})
