import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { emailNames, showEmail } from '../../../dev/emails/show.ts'
import { launchBrowser } from '../../support/browser.ts'
import { screenshot } from '../../support/screenshot.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

/** Four variants of each page: phone and desktop, light and dark, in both languages. */
const VARIANTS = [
  { lang: 'en', width: 390, colorScheme: 'light', name: 'phone' },
  { lang: 'mn', width: 390, colorScheme: 'dark', name: 'phone-night' },
  { lang: 'en', width: 1440, colorScheme: 'light', name: 'desk' },
  { lang: 'mn', width: 1920, colorScheme: 'dark', name: 'desk-night' },
] as const
/** The folder of the screenshots that its README.md shows. They are in the repository. */
const SHOWN = 'docs/screens'
const FOLDER = '.data/screens'
/** The font of Android phones. Debian's default, DejaVu, is on no phone. */
const FONT = { family: 'Roboto', from: 'fonts-roboto-unhinted' }

/** Uses the font of phones as the system font. */
function usePhoneFont(): void {
  const file = join(FOLDER, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <include>/etc/fonts/fonts.conf</include><match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>${FONT.family}</string></edit></match></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = resolve(file)
  const found = execFileSync('fc-match', ['-f', '%{family}', 'system\\-ui'], { encoding: 'utf8' })
  if (found !== FONT.family) throw new Error(`${FONT.family} is missing: apt-get install ${FONT.from}`)
}

/** Takes the screenshots (`npm run screens`). This is not a test: people judge how a page looks. */
describe('takes screenshots of', () => {
  const readme = readFileSync(`${SHOWN}/README.md`, 'utf8')
  let browser: Browser
  let served: Awaited<ReturnType<typeof preview>>

  before(async () => {
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    usePhoneFont()
    served = await preview()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    served.close()
    console.log(`Saved in ${FOLDER}, and in ${SHOWN} if its README.md shows them.`)
  })

  async function draw(title: string, show: (page: Page, lang: string) => Promise<unknown>): Promise<void> {
    for (const { lang, width, colorScheme, name } of VARIANTS) {
      const file = `${title}.${name}.png`
      const isShown = readme.includes(`"${file}"`)
      if (!isShown && process.env.SCREENS === 'shown') continue
      const page = await browser.newPage({
        viewport: { width, height: 640 },
        colorScheme,
        reducedMotion: 'reduce', // no animation is in progress
      })
      await show(page, lang)
      // As tall as the page, so that the bar with the button is at its end and hides nothing.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height })
      await sharp(await screenshot(page))
        .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
        .toFile(join(isShown ? SHOWN : FOLDER, file))
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
