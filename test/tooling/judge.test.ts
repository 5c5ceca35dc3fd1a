import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { Judge } from '../support/judge.ts'

const PLAIN = `<!doctype html><html lang="en"><head><title>Pay</title><meta name="viewport" content="width=device-width">
<style>
  body { color: #111; background: #fff; font: 16px sans-serif }
  a { color: #0000cc; text-decoration: underline }
  .veil { position: absolute; inset: 0 0 auto 0; height: 300px; background: #111; z-index: -1 }
  button { width: 80px; height: 40px; padding: 0; text-align: left }
  p, nav, label, .list { margin: 40px 0 }
  .list { width: 200px; height: 60px; overflow: auto }
  HERE
</style></head>
<body><nav aria-label="Pages"><a href="/b">Tea house</a></nav><nav aria-label="Steps"><a href="/c">Coffee</a></nav>
<main><h1>Pay</h1><p>Read <a href="/a">this</a> first.</p>
<label>Email <input value="a@b.c"></label><img alt="Tea" src="data:,">
<div class="list"><ul><li>Cup</li><li>Pot</li></ul></div>
<div><button>Pay</button></div><div><button>Wait</button></div></main></body></html>`

/** The same page in another language. */
const TRANSLATED = Object.entries({
  ...{
    'lang="en"': 'lang="mn"',
    Pages: 'Хуудас',
    Steps: 'Алхам',
    'Tea house': 'Цайны газар',
    Coffee: 'Кофе',
  },
  ...{ '>Pay<': '>Төлөх<', Read: 'Эхлээд', this: 'үүнийг', 'first.': 'уншаарай.', Email: 'Имэйл' },
  ...{ 'a@b.c': 'б@в.г', '"Tea"': '"Цай"', Cup: 'Аяга', Pot: 'Данх', Wait: 'Хүлээх' },
}).reduce((page, [english, mongolian]) => page.replaceAll(english, mongolian), PLAIN)

/** Each changes one thing of the faultless page. */
const FAULTS: [because: string, rule: string, change: (page: string) => string][] = [
  ['text is almost white', 'color-contrast', styled('p { color: #ccc }')],
  ['text is transparent', 'color-contrast', styled('p { opacity: 0.3 }')],
  ['the background has the colour of the text', 'color-contrast', styled('main { background: #222 }')],
  [
    'an element with the colour of the text is behind it',
    'color-contrast',
    (page) => page.replace('<main>', '<div class="veil"></div><main>'),
  ],
  ['entered text has little contrast', 'color-contrast', styled('input { color: #bbb }')],
  [
    'text is pale in dark mode',
    'color-contrast',
    styled('@media (prefers-color-scheme: dark) { p { color: #eee } }'),
  ],
  [
    'a link looks like the text around it',
    'link-in-text-block',
    styled('a { color: #444; text-decoration: none }'),
  ],
  ['a picture has no alternative text', 'image-alt', (page) => page.replace('alt="Tea" ', '')],
  ['a field has no name', 'label', (page) => page.replace('<label>Email', '<label></label>')],
  [
    'the label of a field is hidden',
    'label',
    styled('.none { display: none }', '<label>Email', '<label><b class="none">Email</b>'),
  ],
  [
    'buttons are small and close together',
    'target-size',
    styled('button { width: 9px; height: 9px; padding: 0; border: 0; overflow: hidden }'),
  ],
  ['a button has no text', 'button-name', (page) => page.replace('Wait', '')],
  [
    'the name of a landmark is only spaces',
    'landmark-unique',
    (page) => page.replace('"Pages"', '" "').replace('"Steps"', '" "'),
  ],
  ['a landmark has the name of another', 'landmark-unique', (page) => page.replace('"Pages"', '"Steps"')],
  [
    'a picture repeats the text of its link',
    'image-redundant-alt',
    (page) => page.replace('>Coffee', '><img alt="Coffee" src="data:,">Coffee'),
  ],
  [
    'a list that scrolls has nothing to focus',
    'scrollable-region-focusable',
    styled('li { white-space: nowrap; width: 400px; text-align: right }'),
  ],
  [
    'a link of the same size is close to another',
    'target-size',
    styled(
      'nav { display: inline-block } nav a { display: inline-block; width: 12px; height: 12px; overflow: hidden }',
    ),
  ],
]

function styled(style: string, from = '', to = ''): (page: string) => string {
  return (page) => page.replace('HERE', style).replace(from, to)
}

describe('the judge of pages, which runs axe only for new markup', () => {
  let browser: Browser
  let page: Page
  let devtools: CDPSession
  const judge = new Judge()

  before(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
    devtools = await page.context().newCDPSession(page)
  })
  after(() => browser.close())

  async function faultsOf(html: string): Promise<string[]> {
    await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
    const faults: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      faults.push(...(await judge.faultsOf(page, devtools)))
    }
    return faults
  }
  /** Returns whether axe was loaded into the page. */
  const ranAxe = () => page.evaluate<boolean>('"axe" in window')

  it('finds no fault on a plain page, and does not run axe on it again', async () => {
    expect(await faultsOf(PLAIN)).to.deep.equal([])
    expect(await ranAxe()).to.equal(true)
    expect(await faultsOf(PLAIN)).to.deep.equal([])
    expect(await ranAxe()).to.equal(false)
  })

  it('does not run axe on the page in another language, but finds a name that is empty in it', async () => {
    expect(await faultsOf(TRANSLATED)).to.deep.equal([])
    expect(await ranAxe()).to.equal(false)
    const faults = await faultsOf(TRANSLATED.replace('Хүлээх', ''))
    expect(faults.map((fault) => fault.split(':', 1)[0])).to.include('button-name')
  })

  for (const [because, rule, change] of FAULTS) {
    it(`finds that ${because} on an otherwise equal page`, async () => {
      const faults = await faultsOf(change(PLAIN))
      expect(faults.filter((fault) => fault.startsWith(`${rule}:`))).to.have.length.above(0)
      expect(await faultsOf(change(PLAIN)), 'the second time').to.deep.equal(faults)
    })
  }
})
