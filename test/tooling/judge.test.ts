import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { Judge } from '../support/judge.ts'

const PLAIN = `<!doctype html><html lang="en"><head><title>Pay</title><meta name="viewport" content="width=device-width">
<style>
  body { color: #111; background: #fff; font: 16px sans-serif }
  a { color: #0000cc; text-decoration: underline }
  .veil { position: absolute; inset: 0 0 auto 0; height: 300px; background: #111; z-index: -1 }
  button { width: 80px; height: 40px }
  HERE
</style></head>
<body><main><h1>Pay</h1><p>Read <a href="/a">this</a> first.</p>
<label>Email <input value="a@b.c"></label><img alt="Tea" src="data:,">
<div><button>Pay</button></div><div><button>Wait</button></div></main></body></html>`

/** Each is the page that was found faultless, with one thing changed. */
const FAULTS: [because: string, rule: string, change: (page: string) => string][] = [
  ['its letters are as good as white', 'color-contrast', styled('p { color: #ccc }')],
  ['they are transparent', 'color-contrast', styled('p { opacity: 0.3 }')],
  ['what they stand in has their colour', 'color-contrast', styled('main { background: #222 }')],
  [
    'something of their colour has come behind them',
    'color-contrast',
    (page) => page.replace('<main>', '<div class="veil"></div><main>'),
  ],
  ['what is typed cannot be read', 'color-contrast', styled('input { color: #bbb }')],
  [
    'they are pale by night',
    'color-contrast',
    styled('@media (prefers-color-scheme: dark) { p { color: #eee } }'),
  ],
  [
    'a link looks much like the words beside it',
    'link-in-text-block',
    styled('a { color: #444; text-decoration: none }'),
  ],
  ['a picture says nothing', 'image-alt', (page) => page.replace('alt="Tea" ', '')],
  ['a field has no name', 'label', (page) => page.replace('<label>Email', '<label></label>')],
  [
    'a name is for a field that is hidden',
    'label',
    styled('.none { display: none }', '<label>Email', '<label><b class="none">Email</b>'),
  ],
  [
    'buttons are small and close',
    'target-size',
    styled('button { width: 9px; height: 9px; padding: 0; border: 0; overflow: hidden }'),
  ],
]

function styled(style: string, from = '', to = ''): (page: string) => string {
  return (page) => page.replace('HERE', style).replace(from, to)
}

describe('axe, which is asked only for what it has not seen', () => {
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
    await page.goto(`data:text/html,${encodeURIComponent(html)}`)
    const faults: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      faults.push(...(await judge.faultsOf(page, devtools)))
    }
    return faults
  }
  /** Whether axe was brought to the page at all. */
  const wasAsked = () => page.evaluate<boolean>('"axe" in window')

  it('finds no fault with a plain page, and is not asked about it again', async () => {
    expect(await faultsOf(PLAIN)).to.deep.equal([])
    expect(await wasAsked()).to.equal(true)
    expect(await faultsOf(PLAIN)).to.deep.equal([])
    expect(await wasAsked()).to.equal(false)
  })

  for (const [because, rule, change] of FAULTS) {
    it(`finds that ${because}, on a page that is otherwise the same`, async () => {
      const faults = await faultsOf(change(PLAIN))
      expect(faults.filter((fault) => fault.startsWith(`${rule}:`))).to.have.length.above(0)
      expect(await faultsOf(change(PLAIN)), 'and asked again').to.deep.equal(faults)
    })
  }
})
