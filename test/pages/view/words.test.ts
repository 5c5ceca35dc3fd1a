import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  bareAmount,
  formatAmount,
  formatDate,
  formatDateTime,
  type Locale,
  translate,
} from '../../../api/pages/words.ts'

type Catalogue = Record<string, string | { one: string; other: string }>
const read = (locale: Locale) => JSON.parse(readFileSync(`views/locales/${locale}.json`, 'utf8')) as Catalogue
const en = read('en')
const mn = read('mn')

const forms = (entry: Catalogue[string] | undefined) =>
  typeof entry === 'object' ? [entry.one, entry.other] : [entry ?? '']
const params = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()

function sources(folder: string, extension: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.startsWith('emails'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
}

describe('the catalogue of sentences', () => {
  const templates = sources('views', '.hbs')
  const code = sources('api', '.ts')

  it('has the same sentences in both languages', () => {
    expect(Object.keys(mn)).to.deep.equal(Object.keys(en))
  })

  it('names the same things in both languages, in every form', () => {
    for (const [key, entry] of Object.entries(en)) {
      const expected = params(forms(entry).join(' '))
      expect(params(forms(mn[key]).join(' ')), key).to.deep.equal(expected)
    }
  })

  it('leaves no sentence empty, and none in Mongolian without Cyrillic', () => {
    for (const key of Object.keys(en)) {
      for (const sentence of [...forms(en[key]), ...forms(mn[key])])
        expect(sentence.trim(), key).not.to.equal('')
      const wordless = forms(mn[key]).every((sentence) => /^[\W\d_]*$/.test(sentence.replace(/\{\w+\}/g, '')))
      if (!wordless) expect(forms(mn[key]).join(' '), key).to.match(/[а-яөү]/i)
    }
  })

  it('has every sentence that a template asks for', () => {
    for (const [, key = ''] of templates.matchAll(/\{\{t "([^"]+)"/g)) expect(en, key).to.have.property(key)
  })

  it('has no sentence that nobody says', () => {
    // Problems are named by the operations; these families by a state, an outcome or a part.
    const family = /^(title|error|outcome|order|address|decide\.heading|decide\.text|decide\.told)[._]/
    const problems = code + sources('common', '.ts')
    const found = (key: string) => key.startsWith('errors.') && problems.includes(`'${key.slice(7)}'`)
    const said = (key: string) =>
      templates.includes(`"${key}"`) || problems.includes(`'${key}'`) || found(key)
    const silent = Object.keys(en).filter((key) => !family.test(key) && !said(key))
    expect(silent).to.deep.equal([])
  })

  it('counts as each language does', () => {
    expect(translate('en')('order.items', { count: 1 })).to.equal('1 item')
    expect(translate('en')('order.items', { count: 5 })).to.equal('5 items')
    expect(translate('mn')('order.per_month', { count: 1, amount: '₮ 9,900' })).to.equal('Сард ₮ 9,900')
    expect(translate('mn')('order.per_month', { count: 3, amount: '₮ 9,900' })).to.equal('3 сард ₮ 9,900')
  })

  it('takes nothing in a parameter for a placeholder', () => {
    expect(translate('en')('back', { shop: '{shop} $& $1' })).to.equal('Back to {shop} $& $1')
  })
})

describe('an amount in words', () => {
  const cases: [amount: number, currency: string, locale: Locale, text: string, because: string][] = [
    [25_000, 'MNT', 'en', '₮25,000', 'the sign stands before the number'],
    [25_000, 'MNT', 'mn', '₮ 25,000', 'and apart from it in Mongolian'],
    [0, 'MNT', 'en', '₮0', 'nothing is an amount too'],
    [1_250, 'USD', 'en', '$12.50', 'a dollar has cents'],
    [5, 'USD', 'en', '$0.05', 'and may be less than one'],
    [1_250, 'USD', 'mn', '$ 12.50', 'in Mongolian too'],
    [1_250, 'CAD', 'en', 'CA$12.50', 'a Canadian dollar says so'],
    [1_250, 'JPY', 'en', '¥1,250', 'a yen has none'],
    [1_250, 'KWD', 'en', 'KWD 1.250', 'a dinar has three decimals'],
    [9_007_199_254_740_991, 'USD', 'en', '$90,071,992,547,409.91', 'the largest sum keeps its last cent'],
  ]
  for (const [amount, currency, locale, text, because] of cases) {
    it(`is ${text} (${locale}): ${because}`, () => {
      expect(formatAmount(amount, currency, locale)).to.equal(text)
    })
  }

  it('is bare digits where it is copied into a bank’s app', () => {
    expect(bareAmount(25_000, 'MNT')).to.equal('25000')
    expect(bareAmount(123_450, 'USD')).to.equal('1234.50')
    expect(bareAmount(5, 'USD')).to.equal('0.05')
  })
})

describe('a time in words', () => {
  const at = new Date('2026-08-12T17:04:00Z')

  it('is the merchant’s day, which may be the next one', () => {
    expect(formatDate(at, 'UTC', 'en')).to.equal('12 Aug 2026')
    expect(formatDate(at, 'Asia/Ulaanbaatar', 'en')).to.equal('13 Aug 2026')
    expect(formatDate(at, 'Asia/Ulaanbaatar', 'mn')).to.equal('2026 оны 8-р сарын 13')
  })

  it('names its zone', () => {
    expect(formatDateTime(at, 'Asia/Ulaanbaatar', 'en')).to.equal('13 Aug 2026, 01:04 (Ulaanbaatar Time)')
    expect(formatDateTime(at, 'Asia/Ulaanbaatar', 'mn')).to.equal(
      '2026 оны 8-р сарын 13, 01:04 (Улаанбаатарын цаг)',
    )
    expect(formatDateTime(at, 'UTC', 'mn')).to.equal('2026 оны 8-р сарын 12, 17:04 (UTC)')
  })

  it('says midnight as 00:00', () => {
    expect(formatDateTime(new Date('2026-08-12T00:00:00Z'), 'UTC', 'en')).to.equal('12 Aug 2026, 00:00 (UTC)')
  })
})
