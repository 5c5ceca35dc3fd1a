import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { emailNames, showEmail } from '../../../bin/lib/emails/show.ts'
import { launchBrowser } from '../../support/browser.ts'
import { screenshot } from '../../support/screenshot.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

/** Two looks of each: between them they show both languages, widths and schemes. */
const LOOKS = [
  { lang: 'en', width: 320, colorScheme: 'light', name: 'phone' },
  { lang: 'mn', width: 1280, colorScheme: 'dark', name: 'desk' },
] as const
/** Pictures that a page of the documentation shows are kept beside it, and in the repository. */
const SHOWN = 'docs/screens'
const FOLDER = '.data/screens'

/** `npm run screens` draws them anew. No test: what a page looks like is for people to judge. */
describe('the pictures of', () => {
  const readme = readFileSync(`${SHOWN}/README.md`, 'utf8')
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    served = await preview()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    served.close()
    console.log(`Drawn into ${FOLDER}; into ${SHOWN} what its README.md shows.`)
  })

  async function draw(title: string, show: (page: Page, lang: string) => Promise<unknown>): Promise<void> {
    for (const { lang, width, colorScheme, name } of LOOKS) {
      const file = `${title}.${name}.png`
      const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme })
      await show(page, lang)
      // As tall as the page, so that the bar with the button stands at its end and hides nothing.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height })
      await sharp(await screenshot(page))
        .png({ palette: true, colours: 16, dither: 0, effort: 10, compressionLevel: 9 })
        .toFile(join(readme.includes(`"${file}"`) ? SHOWN : FOLDER, file))
      await page.close()
    }
  }

  for (const state of Object.keys(states)) {
    it(state, () => draw(state, (page, lang) => page.goto(`${served.url}/${state}?lang=${lang}`)))
  }
  for (const name of emailNames) {
    it(`the email ${name}`, () =>
      draw(`email-${name}`, async (page, lang) => {
        const logo = `${served.url}/assets/pictures/logo-240x80.png`
        await page.route('**/assets/pictures/**', async (route) =>
          route.fulfill({ response: await route.fetch({ url: logo }) }),
        )
        await page.setContent(showEmail(name, lang)!.html)
      }))
  }
})
