import { expect } from 'chai'
import { emailNames, languages, showEmail } from '../../dev/emails/show.ts'

/**
 * What Gmail and Outlook for Windows (which draws by Word) publish of their limits:
 * developers.google.com/workspace/gmail/design/css and Microsoft's "Word 2007 HTML and CSS rendering capabilities in
 * Outlook"; Gmail cuts a message off after 102 KB, and drops a style of more than 8 192 signs.
 */
const CLIPPED = 102 * 1024
const LONGEST_STYLE = 8192
const UNKNOWN_TO_WORD =
  /(?:^|;)\s*(?:position|float|display:\s*(?:flex|grid|inline-flex)|background-image|gap|inset|transform)\b/
/** Word adds space inside cells alone; the button's link has its cell's `mso-padding-alt`. */
const MAY_PAD = /^<(?:td|body)\b|^<a class="press"|^<a class="ink"/

const all = emailNames.flatMap((name) =>
  languages.map((locale) => ({ of: `${name} in ${locale}`, html: showEmail(name, locale)!.html })),
)
const tagsOf = (html: string) => html.replace(/<!--.*?-->/gs, '').match(/<[a-z][^>]*>/g) ?? []
const styleOf = (tag: string) => /\bstyle="([^"]*)"/.exec(tag)?.[1] ?? ''

function eachTag(check: (tag: string, style: string, of: string) => void): void {
  for (const { of, html } of all) for (const tag of tagsOf(html)) check(tag, styleOf(tag), `${of}: ${tag}`)
}

describe('every email keeps to what mail programs say they can draw', () => {
  it('is not cut off by Gmail, nor is its style dropped', () => {
    for (const { of, html } of all) {
      expect(Buffer.byteLength(html), of).to.be.below(CLIPPED)
      const styles = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, style = '']) => style)
      for (const style of styles) expect(style.length, of).to.be.below(LONGEST_STYLE)
      expect(html.slice(html.indexOf('</head>')), `${of}: styles stand in the head`).to.not.include('<style')
      // One rule that Gmail cannot read takes the whole block with it.
      for (const style of styles) expect(style, of).to.not.match(/\[|\burl\(|@import|@supports|:has\(|:is\(/)
    }
  })

  it('is laid out by tables, with nothing that Word does not know', () => {
    eachTag((_, style, of) => {
      expect(style, of).to.not.match(UNKNOWN_TO_WORD)
      expect(style, of).to.not.match(
        /\b(?:calc|var|rgba?|hsl|min|max|clamp)\(|\d(?:rem|vw|vh|ch)\b|-inline|-block:/,
      )
    })
  })

  it('has a table of 600 px for Outlook, which knows no greatest width', () => {
    for (const { of, html } of all)
      expect(html, of).to.match(/<!--\[if mso\]><table role="presentation" width="600"[^>]*>/)
  })

  it('adds space inside cells alone', () => {
    eachTag((tag, style, of) => {
      if (/(?:^|;)padding/.test(style)) expect(tag, of).to.match(MAY_PAD)
    })
  })

  it('says the ground of a cell by an attribute too, and names whole colours', () => {
    eachTag((tag, style, of) => {
      if (style.includes('background-color') && !/^<(?:body|img)/.test(tag))
        expect(tag, of).to.include(' bgcolor="#')
      expect(style, of).to.not.match(/background:/)
      for (const [color] of style.matchAll(/#[\da-f]+/gi)) expect(color, of).to.have.length(7)
    })
  })

  it('tells how large each picture is, and reads without any', () => {
    eachTag((tag, _, of) => {
      if (tag.startsWith('<img')) expect(tag, of).to.match(/ alt="[^"]*" width="\d+" height="\d+"/)
    })
    const withLogo = showEmail('receipt-with-a-logo', 'en')!.html
    expect(withLogo.replace(/<img[^>]*alt="([^"]*)"[^>]*>/, '$1')).to.match(/Steppe Books\s/)
  })

  it('shows what was bought, 48 px high, and keeps the shape of every row without a picture, or without any', () => {
    const { html } = showEmail('receipt-with-pictures', 'en')!
    const sizes = Array.from(html.matchAll(/<img [^>]*alt="" width="(\d+)" height="(\d+)"([^>]*)>/g))
    expect(sizes.map(([, width, height]) => `${width} × ${height}`)).to.deep.equal(['48 × 48', '27 × 40'])
    expect(sizes[1]![3], 'a white plate under what shines through').to.include('border:4px solid #ffffff')
    expect(html.match(/<td class="line" width="60"/g), 'a place in each of three rows').to.have.length(3)
    expect(html.match(/colspan="2"/g), 'four lines that take off, and the total').to.have.length(4)
    expect(showEmail('receipt', 'en')!.html).to.not.match(/width="60"|colspan/)
  })

  it('wears the initial of a shop without a logo, on its colour', () => {
    const initial = (name: string) =>
      /bgcolor="(#\w+)"[^>]*><span class="initial"[^>]*>(.)</.exec(showEmail(name, 'en')!.html)?.slice(1)
    expect(initial('receipt')).to.deep.equal(['#0a7d5a', 'S'])
    expect(initial('receipt-with-a-logo')).to.equal(undefined)
  })

  it('is of tables that hold no meaning, so that nobody is read "table"', () => {
    eachTag((tag, _, of) => {
      if (tag.startsWith('<table')) expect(tag, of).to.include('role="presentation"')
    })
  })
})
