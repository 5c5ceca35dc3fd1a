import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { render } from '../../api/pages/render.ts'
import type { Locale } from '../../common/kit/format.ts'
import { manualMethods } from '../../common/methods/all.ts'
import { reportForPeople } from '../../common/services/statements/report.ts'
import { catalogue, type Entry } from '../../common/services/text/catalogue.ts'
import { emailNames, languages, showEmail } from '../../dev/emails/show.ts'
import { preview } from '../dashboard/import-states.ts'
import { states } from '../pages/view/states.ts'
import { manualEmails, manualPages } from './manual-states.ts'
import { rareStates } from './rare-states.ts'

const { en, mn } = catalogue as Record<Locale, Record<string, Entry>>
/** Names of providers are the same in every language. */
const NAMES = new Set(['QPay', 'Visa, Mastercard, Apple\u00a0Pay, Google\u00a0Pay'])
const formsOf = (entry: Entry) => (typeof entry === 'string' ? [entry] : [entry.one, entry.other])
const placeholdersOf = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()

function each(entries: Record<string, Entry>, check: (sentence: string, key: string) => void): void {
  for (const [key, entry] of Object.entries(entries)) for (const form of formsOf(entry)) check(form, key)
}

describe('the catalogue of sentences', () => {
  it('has the same keys in both languages, in the same order', () => {
    expect(Object.keys(mn)).to.deep.equal(Object.keys(en))
  })

  it('has the same placeholders and emphasis in both languages and every form', () => {
    const emphasis = (sentence: string) => sentence.match(/\*\*/g)?.length ?? 0
    // "Tomorrow" does not contain the number that "in 3 days" contains.
    const placeholders = (sentence: string) =>
      placeholdersOf(sentence).filter((placeholder) => placeholder !== '{count}')
    for (const [key, entry] of Object.entries(en)) {
      const [first = '', ...others] = [...formsOf(entry), ...formsOf(mn[key]!)]
      expect(emphasis(first) % 2, key).to.equal(0)
      for (const other of others) {
        expect(placeholders(other), key).to.deep.equal(placeholders(first))
        expect(emphasis(other), key).to.equal(emphasis(first))
      }
      expect(placeholdersOf(formsOf(mn[key]!).join(' ')), key).to.deep.equal(
        placeholdersOf(formsOf(entry).join(' ')),
      )
    }
  })

  it('contains the number in the plural form', () => {
    for (const entries of [en, mn]) {
      for (const [key, entry] of Object.entries(entries))
        if (typeof entry === 'object') expect(entry.other, key).to.contain('{count}')
    }
  })

  it('has no empty sentence, and no Mongolian one without Cyrillic letters', () => {
    each(en, (sentence, key) => expect(sentence.trim(), key).not.to.equal(''))
    each(mn, (sentence, key) => {
      const text = sentence.replace(/\{\w+\}/g, '')
      if (!/^[\W\d_]*$/.test(text) && !NAMES.has(text)) expect(text, key).to.match(/[а-яөү]/i)
      expect(sentence.trim(), key).not.to.equal('')
    })
  })

  it('attaches no Mongolian ending to a placeholder, since no ending fits every name', () => {
    each(mn, (sentence, key) => expect(sentence, key).to.not.match(/\}(\*\*)?[»”]?-?[а-яөү]/i))
  })

  it('keeps the particle of a question or a request on the line of its verb', () => {
    expect(mn['renew.busy']).to.equal('Түр хүлээнэ\u00a0үү…')
    each(mn, (sentence, key) => expect(sentence, key).to.not.match(/ (уу|үү|вэ|бэ)([^а-яөү]|$)/i))
  })

  it('uses the polite form, and has no common typing mistakes', () => {
    each(mn, (sentence, key) => {
      expect(sentence, key).to.not.match(/(^|\s)(чи|чиний|чамд|чамаас)(\s|$)/i)
      expect(sentence, key).to.not.match(/ {2}|\s[.,:;!?]|[a-z]{3}[а-я]|[а-я][a-z]/i)
    })
  })
})

describe('the keys that pages and emails use', () => {
  const used = new Set<string>()

  before(() => {
    for (const locale of languages) {
      catalogue[locale] = new Proxy(catalogue[locale], {
        get: (entries, key) => {
          used.add(String(key))
          return (Reflect.get(entries, key) as Entry | undefined) ?? ''
        },
      })
    }
    for (const locale of languages) {
      for (const page of Object.values(states)) page(locale)
      for (const page of rareStates) {
        const { template, view } = page(locale)
        render(template, view)
      }
      for (const name of emailNames) showEmail(name, locale)
      reportForPeople(preview, 'MNT', locale)
      for (const method of manualMethods) {
        for (const { template, view } of manualPages(method, locale)) render(template, view)
        manualEmails(method, locale)
      }
    }
  })
  after(() => {
    Object.assign(catalogue, { en, mn })
  })

  it('are all in the catalogue', () => {
    expect([...used].filter((key) => !Object.hasOwn(en, key))).to.deep.equal([])
  })

  it('are all keys of the catalogue, except errors of forms', () => {
    const unused = Object.keys(en).filter((key) => !used.has(key) && !key.startsWith('errors.'))
    expect(unused).to.deep.equal([])
  })

  // The compiler checks that each problem of an operation is a key. Here each key must be such a problem.
  it('include every error of forms, either directly or from an operation', () => {
    const sources = ['api', 'common']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const problems = Object.keys(en).filter((key) => key.startsWith('errors.') && !used.has(key))
    const unknown = problems.filter(
      (key) => !sources.includes(`'${key}'`) && !sources.includes(`'${key.slice('errors.'.length)}'`),
    )
    expect(unknown).to.deep.equal([])
  })
})
