import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { preview } from './preview.ts'
import { states } from './states.ts'

const QUIETLY = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }

describe('a page in a browser', function () {
  this.timeout(20_000)
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    served = await preview()
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: QUIETLY })
  })
  after(async () => {
    await browser.close()
    served.close()
  })

  /** Opens a state as another visitor. */
  async function open(state: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: phone, ...options })
    const page = await context.newPage()
    await page.goto(`${served.url}/${state}`)
    return page
  }

  describe('can be read and used by everybody, small and wide, light and dark:', () => {
    let page: Page
    const complaints: string[] = []

    before(async () => {
      page = await open('pay')
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
    })
    after(() => page.context().close())

    Object.keys(states).forEach((state, index) => {
      // Each page small and wide; the two schemes take turns, for they share everything but the tokens.
      const schemes = index % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
      it(state, async () => {
        await page.goto(`${served.url}/${state}`)
        for (const [viewport, colorScheme] of [
          [phone, schemes[0]],
          [desk, schemes[1]],
        ] as const) {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ colorScheme })
          // One page, no frames: axe's own second window would only cost time.
          const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
          )
          expect(found, `${String(viewport.width)} ${colorScheme}`).to.deep.equal([])
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        }
        expect(complaints).to.deep.equal([])
      })
    })
  })

  it('unfolds the chosen way to pay, without a script too', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('pay', { javaScriptEnabled })
      const outcomes = page.locator('.outcomes')
      expect(await outcomes.isVisible()).to.equal(false)
      await page.locator('input[value=test]').check()
      expect(await outcomes.isVisible()).to.equal(true)
      await page.context().close()
    }
  })

  it('pays once when Enter is pressed in the email field and the button is pressed again', async () => {
    const page = await open('pay')
    const sent: string[] = []
    await page.route('**/pay', (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ status: 204 }) // no new page comes, as while an answer is slow
    })
    await page.locator('#email').fill('saraa@example.mn')
    await page.locator('#email').press('Enter')
    await page.locator('button.primary', { hasText: 'Paying…' }).click({ force: true })
    expect(sent.map((form) => new URLSearchParams(form).get('action'))).to.deep.equal(['pay'])
    await page.context().close()
  })

  it('copies bare digits and says so', async () => {
    const page = await open('transfer', { permissions: ['clipboard-read', 'clipboard-write'] })
    const button = page.getByRole('button', { name: 'Copy: Exact amount' })
    await button.click()
    expect(await button.textContent()).to.include('Copied')
    expect(await page.locator('[role=status]').textContent()).to.equal('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('25000')
    await page.context().close()
  })

  it('offers no copy button that could not copy', async () => {
    const page = await open('transfer', { javaScriptEnabled: false })
    expect(await page.locator('.copy').first().isVisible()).to.equal(false)
    await page.context().close()
  })

  it('notices by itself that a payment has gone through', async () => {
    const page = await open('processing')
    await page.route('**/processing', (route) =>
      route.fulfill({ contentType: 'text/html', body: states['receipt-mn']?.() ?? '' }),
    )
    await page.waitForSelector('[data-state=receipt]')
    await page.context().close()
  })

  it('looks again without a script', async () => {
    const page = await open('processing', { javaScriptEnabled: false })
    await page.route('**/processing', (route) =>
      route.fulfill({ contentType: 'text/html', body: states['receipt-mn']?.() ?? '' }),
    )
    await page.waitForSelector('[data-state=receipt]')
    await page.context().close()
  })

  it('moves nothing while it loads, and weighs little', async () => {
    const context = await browser.newContext({ viewport: phone })
    const page = await context.newPage()
    let bytes = 0
    page.on('requestfinished', (request) => {
      void request.sizes().then((sizes) => (bytes += sizes.responseBodySize))
    })
    await page.goto(`${served.url}/transfer`, { waitUntil: 'networkidle' })
    const shift = await page.evaluate(`new Promise((done) => {
      let sum = 0
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => done(sum), 50)
    })`)
    expect(shift).to.equal(0)
    expect(bytes).to.be.below(25 * 1024)
    await context.close()
  })

  it('focuses what is to be put right', async () => {
    const page = await open('pay-errors')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).to.equal('alert')
    await page.context().close()
  })
})
