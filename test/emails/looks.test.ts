import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startInbox } from '../../bin/lib/inbox.ts'
import { languages, letterNames } from '../../bin/lib/letters/show.ts'
import { freePort } from '../../bin/lib/ports.ts'
import { launchBrowser } from '../support/browser.ts'

/** What a page has and a mail has not: its reader brings the landmarks around it. */
const OF_PAGES = ['region', 'landmark-one-main']

/** Letters that between them hold everything that is drawn: these are judged in every look. */
const WHOLE = [
  'receipt-everything',
  'receipt-in-test-mode',
  'transfer-rejected-with-a-reason',
  'endpoint-gone',
]

const looks = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

describe('every letter in a browser', function () {
  this.timeout(20_000)
  let browser: Browser
  let inbox: Awaited<ReturnType<typeof startInbox>>
  let folder: string
  let page: Page
  const asked: string[] = []

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tolbor-letters-'))
    inbox = await startInbox(folder, await freePort(), await freePort())
    browser = await launchBrowser()
    // Letters are shown shut in, without scripts; axe is one.
    page = await (await browser.newContext({ bypassCSP: true })).newPage()
    page.on('request', (request) => asked.push(request.url()))
  })
  after(async () => {
    await browser.close()
    inbox.stop()
    rmSync(folder, { recursive: true })
  })

  let turn = 0
  for (const name of letterNames) {
    for (const locale of languages) {
      // The others are judged in turns, since a verdict costs a quarter of a second and differs by what is in a
      // letter, not by its size: `EVERY_LOOK=1` judges all of them in all looks.
      const whole = WHOLE.includes(name) || process.env.EVERY_LOOK === '1'
      const judged = whole ? looks : [looks[turn++ % looks.length]]
      it(`${name} in ${locale} fits and can be read, small and wide, light and dark`, async () => {
        const url = `${inbox.url}/letters/${name}/${locale}/html`
        asked.length = 0
        await page.goto(url)
        for (const look of looks) {
          const { width, colorScheme } = look
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
          if (!judged.includes(look)) continue
          const { violations } = await new AxeBuilder({ page })
            .setLegacyMode()
            .disableRules(OF_PAGES)
            .analyze()
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
          expect(found, `${width} ${colorScheme}`).to.deep.equal([])
        }
        expect(await page.locator('a:visible').count()).to.equal(1)
        expect(await page.locator('.preview:visible').count()).to.equal(0)
        expect(asked).to.deep.equal([url])
      })
    }
  }
})
