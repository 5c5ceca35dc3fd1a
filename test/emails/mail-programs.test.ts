import { expect } from 'chai'
import { emailNames, languages, showEmail } from '../../dev/emails/show.ts'

/**
 * The published limits of Gmail and of Outlook for Windows, which renders with Word:
 * developers.google.com/workspace/gmail/design/css and Microsoft's "Word 2007 HTML and CSS rendering capabilities in
 * Outlook". Gmail cuts off a message after 102 KB, and ignores a style block of more than 8192 characters.
 */
const CLIPPED = 102 * 1024
const LONGEST_STYLE = 8192
const UNKNOWN_TO_WORD =
  /(?:^|;)\s*(?:position|float|display:\s*(?:flex|grid|inline-flex)|background-image|gap|inset|transform)\b/
/** Word adds padding only in cells. The link of a button has `mso-padding-alt` on its cell. */
const MAY_PAD = /^<(?:td|body)\b|^<a class="press"|^<a class="ink"/

const all = emailNames.flatMap((name) =>
  languages.map((locale) => ({ email: `${name} in ${locale}`, html: showEmail(name, locale)!.html })),
)
const tagsOf = (html: string) => html.replace(/<!--.*?-->/gs, '').match(/<[a-z][^>]*>/g) ?? []
const styleOf = (tag: string) => /\bstyle="([^"]*)"/.exec(tag)?.[1] ?? ''

function eachTag(check: (tag: string, style: string, place: string) => void): void {
  for (const { email, html } of all)
    for (const tag of tagsOf(html)) check(tag, styleOf(tag), `${email}: ${tag}`)
}

describe('every email in mail programs', () => {
  it('is not cut off by Gmail, and keeps its styles', () => {
    for (const { email, html } of all) {
      expect(Buffer.byteLength(html), email).to.be.below(CLIPPED)
      const styles = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, style = '']) => style)
      for (const style of styles) expect(style.length, email).to.be.below(LONGEST_STYLE)
      expect(html.slice(html.indexOf('</head>')), `${email}: styles outside of the head`).to.not.include(
        '<style',
      )
      // Gmail ignores the whole block if it contains one rule that it cannot read.
      for (const style of styles)
        expect(style, email).to.not.match(/\[|\burl\(|@import|@supports|:has\(|:is\(/)
    }
  })

  it('uses no style that Word does not support', () => {
    eachTag((_, style, place) => {
      expect(style, place).to.not.match(UNKNOWN_TO_WORD)
      expect(style, place).to.not.match(
        /\b(?:calc|var|rgba?|hsl|min|max|clamp)\(|\d(?:rem|vw|vh|ch)\b|-inline|-block:/,
      )
    })
  })

  it('has a table of 600 px for Outlook, which does not support max-width', () => {
    for (const { email, html } of all)
      expect(html, email).to.match(/<!--\[if mso\]><table role="presentation" width="600"[^>]*>/)
  })

  it('has padding only in cells', () => {
    eachTag((tag, style, place) => {
      if (/(?:^|;)padding/.test(style)) expect(tag, place).to.match(MAY_PAD)
    })
  })

  it('repeats each background colour in bgcolor, and writes colours with six digits', () => {
    eachTag((tag, style, place) => {
      if (style.includes('background-color') && !/^<(?:body|img)/.test(tag))
        expect(tag, place).to.include(' bgcolor="#')
      expect(style, place).to.not.match(/background:/)
      for (const [color] of style.matchAll(/#[\da-f]+/gi)) expect(color, place).to.have.length(7)
    })
  })

  it('sets the size and alternative text of each picture', () => {
    eachTag((tag, _, place) => {
      if (tag.startsWith('<img')) expect(tag, place).to.match(/ alt="[^"]*" width="\d+" height="\d+"/)
    })
    const withLogo = showEmail('receipt-with-a-logo', 'en')!.html
    expect(withLogo.replace(/<img[^>]*alt="([^"]*)"[^>]*>/, '$1')).to.match(/Steppe Books\s/)
  })

  it('shows pictures of products up to 48 px, and keeps the columns in rows without a picture', () => {
    const { html } = showEmail('receipt-with-pictures', 'en')!
    const sizes = Array.from(html.matchAll(/<img [^>]*alt="" width="(\d+)" height="(\d+)"([^>]*)>/g))
    expect(sizes.map(([, width, height]) => `${width} × ${height}`)).to.deep.equal(['48 × 48', '27 × 40'])
    expect(sizes[1]![3], 'a white background behind a transparent picture').to.include(
      'border:4px solid #ffffff',
    )
    expect(html.match(/<td class="line" width="60"/g), 'a cell for the picture in three rows').to.have.length(
      3,
    )
    expect(html.match(/colspan="2"/g), 'four discounts and the total').to.have.length(4)
    expect(showEmail('receipt', 'en')!.html).to.not.match(/width="60"|colspan/)
  })

  it('shows the initial of a shop without a logo on the shop’s colour', () => {
    const initial = (name: string) =>
      /bgcolor="(#\w+)"[^>]*><span class="initial"[^>]*>(.)</.exec(showEmail(name, 'en')!.html)?.slice(1)
    expect(initial('receipt')).to.deep.equal(['#0a7d5a', 'S'])
    expect(initial('receipt-with-a-logo')).to.equal(undefined)
  })

  it('marks tables as presentation, so that screen readers do not announce them', () => {
    eachTag((tag, _, place) => {
      if (tag.startsWith('<table')) expect(tag, place).to.include('role="presentation"')
    })
  })
})
