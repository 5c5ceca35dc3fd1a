import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { letterNames, showLetter } from '../../../bin/lib/letters/show.ts'
import { launchBrowser } from '../../support/browser.ts'
import { preview } from './preview.ts'
import { states } from './states.ts'

/** Two looks of each: between them they show both languages, widths and schemes. */
const LOOKS = [
  { lang: 'en', width: 320, colorScheme: 'light', name: 'phone' },
  { lang: 'mn', width: 1280, colorScheme: 'dark', name: 'desk' },
] as const
const FOLDER = 'docs/screens'

/** `npm run screens` draws docs/screens anew. No test: what a page looks like is for people to judge. */
describe('the pictures of', function () {
  this.timeout(60_000)
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
    writeFileSync(`${FOLDER}/README.md`, list())
  })

  async function draw(title: string, show: (page: Page, lang: string) => Promise<unknown>): Promise<void> {
    for (const { lang, width, colorScheme, name } of LOOKS) {
      const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme })
      await show(page, lang)
      // As tall as the page, so that the bar with the button stands at its end and hides nothing.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height })
      await sharp(await page.screenshot())
        .png({ palette: true, colours: 16, dither: 0, effort: 10, compressionLevel: 9 })
        .toFile(`${FOLDER}/${title}.${name}.png`)
      await page.close()
    }
  }

  for (const state of Object.keys(states)) {
    it(state, () => draw(state, (page, lang) => page.goto(`${served.url}/${state}?lang=${lang}`)))
  }
  for (const letter of letterNames) {
    it(`the letter ${letter}`, () =>
      draw(`letter-${letter}`, async (page, lang) => {
        const logo = `${served.url}/assets/pictures/logo-240x80.png`
        await page.route('**/assets/pictures/**', async (route) =>
          route.fulfill({ response: await route.fetch({ url: logo }) }),
        )
        await page.setContent(showLetter(letter, lang)!.html)
      }))
  }
})

function list(): string {
  const rows = [...Object.keys(states), ...letterNames.map((name) => `letter-${name}`)].map(
    (name) =>
      `| ${name} | [English, 320 px, by day](${name}.phone.png) | [Mongolian, 1280 px, by night](${name}.desk.png) |`,
  )
  return `# What customers see

Every state of every page and every letter, drawn from made-up orders, some with names and sums that are not kind
to the page. \`npm run screens\` draws them anew; \`test/pages/view\` and \`test/emails\` judge the same in every look.

| what | on a phone | at a desk |
| ---- | ---------- | --------- |
${rows.join('\n')}
`
}
