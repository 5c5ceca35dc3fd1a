import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Request } from 'express'
import { chooseLocale, requestedLocale } from '../../api/pages/locale.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { translate } from '../../common/services/text/translate.ts'
import { emailNames, showEmail } from '../../dev/emails/show.ts'
import { states } from '../pages/view/states.ts'
import { addLanguage } from '../support/pseudo-language.ts'

const HEBREW = 'he' as Locale

describe('a new language', () => {
  let remove: () => void
  before(() => (remove = addLanguage(HEBREW, 'rtl')))
  after(() => remove())

  it('needs one line in the code and a catalogue: no other file names languages', () => {
    const files = ['api', 'common', 'worker', 'cli', 'dev'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    const naming = files.filter(
      (file) => file.endsWith('.ts') && /\bmn: |'en', 'mn'/.test(readFileSync(file, 'utf8')),
    )
    // The preview of emails has a shop with texts in both languages.
    expect(naming.filter((file) => !file.startsWith('dev/emails/'))).to.deep.equal([
      'common/kit/languages.ts',
    ])
  })

  it('is offered on every page, with its own sentences and direction', () => {
    for (const [name, page] of Object.entries(states)) {
      const html = page(HEBREW)
      expect(html, name).to.include('<html lang="he" dir="rtl">')
      expect(html, name).to.match(/lang="he" hreflang="he" aria-current="true">[א-ת]/)
      expect(page('en'), name).to.include('<html lang="en" dir="ltr">').and.to.include('hreflang="he"')
    }
  })

  it('is used if the customer or the browser asks for it', () => {
    expect(requestedLocale({ query: { lang: 'he' } })).to.equal('he')
    const request = {
      ...{ query: {}, headers: { 'accept-language': 'he' } },
      acceptsLanguages: (offered: string[]) => offered.includes('he') && 'he',
    }
    expect(chooseLocale(request as unknown as Request, 'auto', 'en')).to.equal('he')
  })

  it('is used in emails', () => {
    for (const name of emailNames) {
      const email = showEmail(name, 'he')
      expect(email?.html, name).to.include('<html lang="he" dir="rtl">')
      expect(email?.subject, name).to.match(/[א-ת]/)
    }
  })

  it('may have more plural forms than one and other', () => {
    const restore = addLanguage('ru', 'ltr', (sentence) => sentence)
    expect(translate('ru' as Locale)('order.items', { count: 2 })).to.equal('2 items')
    restore()
  })
})
