import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Locale } from '../../common/kit/format.ts'

type Entry = string | { one: string; other: string }
type Catalogue = Record<string, Entry>

const read = (locale: Locale) =>
  JSON.parse(readFileSync(`views/emails/locales/${locale}.json`, 'utf8')) as Catalogue
const formsOf = (entry: Entry) => (typeof entry === 'string' ? [entry] : [entry.one, entry.other])

function sources(folder: string, extension: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
}

describe('the sentences of the letters', () => {
  const en = read('en')
  const mn = read('mn')
  const code = [
    sources('views/emails', '.hbs'),
    sources('common/emails', '.ts'),
    sources('common/checkouts', '.ts'),
    sources('common/payments/methods', '.ts'),
  ].join()

  it('are the same in both languages, in the same order', () => {
    expect(Object.keys(mn)).to.deep.equal(Object.keys(en))
  })

  it('name the same things and stress as much in both languages, in every form', () => {
    for (const [key, entry] of Object.entries(en)) {
      const marks = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()
      const stress = (sentence: string) => sentence.match(/\*\*/g)?.length ?? 0
      const [first = '', ...others] = [...formsOf(entry), ...formsOf(mn[key] ?? '')]
      for (const other of others) {
        const counts = marks(other).includes('{count}') || !marks(first).includes('{count}')
        expect(
          marks(other).filter((mark) => mark !== '{count}'),
          key,
        ).to.deep.equal(marks(first).filter((mark) => mark !== '{count}'))
        expect(counts, key).to.equal(true)
        expect(stress(other), key).to.equal(stress(first))
        expect(stress(other) % 2, key).to.equal(0)
      }
    }
  })

  it('count where they have two forms: the second one names how many', () => {
    for (const catalogue of [en, mn]) {
      for (const [key, entry] of Object.entries(catalogue))
        if (typeof entry === 'object') expect(entry.other, key).to.contain('{count}')
    }
  })

  it('are all said by some letter, and every one that is asked for is there', () => {
    for (const key of Object.keys(en)) expect(isSaid(key), key).to.equal(true)
    for (const [, key = ''] of code.matchAll(/(?:\{\{|\()t "([\w.]+)"/g))
      expect(en, key).to.have.property(key)
  })

  /** By its whole name, or by the beginning of it: `ended.lead_${reason}`. */
  function isSaid(key: string): boolean {
    if (code.includes(`'${key}'`) || code.includes(`"${key}"`)) return true
    return [...code.matchAll(/`([\w.]*)\$\{[^}]+\}([\w.]*)`/g)].some(
      ([, start = '', end = '']) => start + end !== '' && key.startsWith(start) && key.endsWith(end),
    )
  }

  it('attach nothing to what they name: no ending fits every name', () => {
    for (const [key, entry] of Object.entries(mn)) {
      for (const sentence of formsOf(entry)) expect(sentence, key).to.not.match(/\}(\*\*)?[»”]?-?[а-яөү]/i)
    }
  })

  it('speak to a customer with respect, and are free of what is typed wrong most', () => {
    for (const [key, entry] of Object.entries(mn)) {
      for (const sentence of formsOf(entry)) {
        expect(sentence, key).to.not.match(/(^|\s)(чи|чиний|чамд|чамаас)(\s|$)/i)
        expect(sentence, key).to.not.match(/ {2}|\s[.,:;!?]|[a-z]{3}[а-я]|[а-я][a-z]/i)
      }
    }
  })
})
