import { expect } from 'chai'
import { flowed } from '../../common/domain/emails/flowed.ts'
import { type Locale, withPlainSpaces } from '../../common/kit/format.ts'
import { emailNames, languages, showEmail, type ShownEmail } from '../../dev/emails/show.ts'
import { linkCount } from './links.ts'

/** Texts in Latin letters in every language: codes, numbers and text for machines. */
const LATIN = /\[Test\]|NADAAM-2026|ORDER-1009|R-\d{6}|A-0042|PATCH|410 Gone|\{"active".*\}/g
const ADDRESSES = /https?:\/\/\S+|\S+@\S+/g

function each(check: (email: ShownEmail) => void) {
  for (const name of emailNames) for (const locale of languages) check(showEmail(name, locale)!)
}

describe('every email, in every variant and both languages', () => {
  it('has a subject and a different preview line', () => {
    each(({ name, subject, preview, text, html }) => {
      expect(subject.length, name).to.be.within(10, 120)
      expect(preview.length, name).to.be.within(10, 160)
      expect(preview, name).to.not.equal(subject)
      expect(withPlainSpaces(text), name).to.contain(preview)
      expect(/class="preview"[^>]*>([^<]+)</.exec(html)?.[1], name).to.have.length.above(10)
    })
  })

  it('has the expected number of links, each on its own line in the text', () => {
    each(({ name, html, text }) => {
      const links = Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href = '']) => href)
      expect(links, name).to.have.lengthOf(linkCount(name))
      for (const href of links) {
        const address = href.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')
        expect(text.split('\n'), name).to.include(address)
        expect(address, name).to.match(/^http:\/\/127\.0\.0\.1:3000\//)
      }
    })
  })

  it('is below 20 KB, without scripts and forms, and loads only the merchant’s pictures from our address', () => {
    each(({ name, html }) => {
      expect(Buffer.byteLength(html), name).to.be.below(20 * 1024)
      expect(html, name).to.not.match(/<(script|form|input|iframe|object|embed|link|base)\b/i)
      expect(html, name).to.not.match(/\bon\w+\s*=|javascript:|url\(|@import/i)
      for (const [, src = ''] of html.matchAll(/\bsrc="([^"]*)"/gi))
        expect(src, name).to.match(/^http:\/\/127\.0\.0\.1:3000\/assets\/pictures\//)
    })
  })

  it('supports both colour schemes, and contains the preview line without any styles', () => {
    each(({ name, locale, html, preview }) => {
      expect(html, name).to.contain('<meta name="color-scheme" content="light dark">')
      expect(html, name)
        .to.contain('@media (prefers-color-scheme: dark)')
        .and.to.contain(`<html lang="${locale}" dir="ltr">`)
      const bare = html.replace(/<(style|title)>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
      expect(withPlainSpaces(bare).replace(/\s+/g, ' '), name).to.contain(escaped(preview))
    })
  })

  it('has a text without markup, gaps and lines over 78 characters', () => {
    each(({ name, text }) => {
      // Tokens are random and may contain anything.
      expect(text.replace(ADDRESSES, ''), name).to.not.match(
        /&#?\w+;|<\/?[a-z]|\*\*|\{\w|undefined|null|NaN|\[object/m,
      )
      expect(text, name).to.not.match(/\n{3}/)
      for (const line of flowed(text).split('\r\n')) {
        const unbroken = Math.max(...line.split(' ').map((word) => word.length))
        expect(line.length, `${name}: ${line}`).to.be.at.most(Math.max(78, unbroken + 2))
      }
    })
  })

  it('contains no English in Mongolian and no Mongolian in English', () => {
    const allText = ({ subject, preview, text }: ShownEmail) =>
      `${subject}\n${preview}\n${text}`.replace(ADDRESSES, '')
    for (const name of emailNames) {
      expect(allText(showEmail(name, 'mn')!).replace(LATIN, ''), name).to.not.match(/[a-z]/i)
      expect(allText(showEmail(name, 'en')!), name).to.not.match(/[а-яёөү]/i)
    }
  })

  it('does not break short labels, nor "и-мэйл" after its hyphen', () => {
    each(({ name, html }) => {
      for (const [, label = ''] of html.matchAll(/<td class="muted line label"[^>]*>([^<]*)</g))
        if (label.length <= 16) expect(label, name).to.not.match(/^\S+ \S+$/)
      for (const [word, before] of html.matchAll(/(.{33})(?:и-мэйл|\b1-р)/gs))
        expect(before, `${name}: ${word}`).to.match(/<span style="white-space:nowrap">$/)
    })
    const { html } = showEmail('receipt', 'mn')!
    expect(html).to.contain('>1-р</span> хороо').and.contain('>и-мэйлд</span>')
    expect(showEmail('receipt', 'mn')!.text).to.contain('1-р хороо').and.contain('и-мэйлд')
  })

  it('uses the plural forms of its language', () => {
    const subject = (name: string, locale: Locale) => showEmail(name, locale)!.subject
    expect(subject('reminder-1-day', 'en')).to.contain('ends tomorrow')
    expect(subject('reminder-30-days', 'en')).to.contain('ends in 30 days')
    expect(subject('reminder-1-day', 'mn')).to.contain('маргааш дуусна')
    expect(subject('reminder-30-days', 'mn')).to.contain('30 хоногийн дараа дуусна')
    expect(showEmail('reminder-of-a-changed-plan', 'en')!.text).to.contain('₮120,000 per 3 months')
    expect(showEmail('reminder-of-a-changed-plan', 'mn')!.text).to.contain('3 сард ₮\u00a0120,000')
  })

  it('names both the current plan and the scheduled one', () => {
    const { text } = showEmail('reminder-of-a-changed-plan', 'en')!
    expect(text).to.contain('Your subscription to Reading room at')
    expect(text).to.contain('Plan from then on: Reading room with a locker')
  })

  it('shows the address, the answers and the discounts of an order on a receipt', () => {
    for (const form of ['html', 'text'] as const) {
      const receipt = showEmail('receipt-everything', 'en')![form]
      expect(receipt)
        .to.contain('Baga toiruu 44, flat 12, Sükhbaatar district, Ulaanbaatar, Mongolia')
        .and.to.contain('Blue door. Ring twice.')
        .and.to.contain('Name in the book')
        .and.to.contain('For Saraa, from her brother')
        .and.to.contain('Felt pouch')
        .and.to.contain('−₮4,200')
    }
  })
})

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
