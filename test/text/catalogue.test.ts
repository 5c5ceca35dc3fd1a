import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { render } from '../../api/pages/render.ts'
import type { Locale } from '../../common/kit/format.ts'
import { manualMethods } from '../../common/methods/all.ts'
import { catalogue, type Entry } from '../../common/services/text/catalogue.ts'
import { emailNames, languages, showEmail } from '../../dev/emails/show.ts'
import { states } from '../pages/view/states.ts'
import { manualEmails, manualPages } from './manual-states.ts'
import { rareStates } from './rare-states.ts'

const { en, mn } = catalogue as Record<Locale, Record<string, Entry>>
/** What providers call themselves is the same in every language. */
const NAMES = new Set(['QPay'])
const formsOf = (entry: Entry) => (typeof entry === 'string' ? [entry] : [entry.one, entry.other])
const placesOf = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()

function each(entries: Record<string, Entry>, check: (sentence: string, key: string) => void): void {
  for (const [key, entry] of Object.entries(entries)) for (const form of formsOf(entry)) check(form, key)
}

describe('the catalogue of sentences', () => {
  it('has the same ones in both languages, in the same order', () => {
    expect(Object.keys(mn)).to.deep.equal(Object.keys(en))
  })

  it('names the same things and stresses as much in both languages, in every form', () => {
    const stress = (sentence: string) => sentence.match(/\*\*/g)?.length ?? 0
    // "Tomorrow" names no number where "in 3 days" does.
    const named = (sentence: string) => placesOf(sentence).filter((place) => place !== '{count}')
    for (const [key, entry] of Object.entries(en)) {
      const [first = '', ...others] = [...formsOf(entry), ...formsOf(mn[key]!)]
      expect(stress(first) % 2, key).to.equal(0)
      for (const other of others) {
        expect(named(other), key).to.deep.equal(named(first))
        expect(stress(other), key).to.equal(stress(first))
      }
      expect(placesOf(formsOf(mn[key]!).join(' ')), key).to.deep.equal(placesOf(formsOf(entry).join(' ')))
    }
  })

  it('counts where it has two forms: the second one names how many', () => {
    for (const entries of [en, mn]) {
      for (const [key, entry] of Object.entries(entries))
        if (typeof entry === 'object') expect(entry.other, key).to.contain('{count}')
    }
  })

  it('leaves no sentence empty, and none in Mongolian without Cyrillic', () => {
    each(en, (sentence, key) => expect(sentence.trim(), key).not.to.equal(''))
    each(mn, (sentence, key) => {
      const said = sentence.replace(/\{\w+\}/g, '')
      if (!/^[\W\d_]*$/.test(said) && !NAMES.has(said)) expect(said, key).to.match(/[а-яөү]/i)
      expect(sentence.trim(), key).not.to.equal('')
    })
  })

  it('attaches nothing to what it names: no ending fits every name', () => {
    each(mn, (sentence, key) => expect(sentence, key).to.not.match(/\}(\*\*)?[»”]?-?[а-яөү]/i))
  })

  it('speaks to a customer with respect, and is free of what is typed wrong most', () => {
    each(mn, (sentence, key) => {
      expect(sentence, key).to.not.match(/(^|\s)(чи|чиний|чамд|чамаас)(\s|$)/i)
      expect(sentence, key).to.not.match(/ {2}|\s[.,:;!?]|[a-z]{3}[а-я]|[а-я][a-z]/i)
    })
  })
})

describe('the sentences that pages and emails ask for', () => {
  const asked = new Set<string>()

  before(() => {
    for (const locale of languages) {
      catalogue[locale] = new Proxy(catalogue[locale], {
        get: (entries, key) => {
          asked.add(String(key))
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
      for (const method of manualMethods) {
        for (const { template, view } of manualPages(method, locale)) render(template, view)
        manualEmails(method, locale)
      }
    }
  })
  after(() => {
    Object.assign(catalogue, { en, mn })
  })

  it('are there', () => {
    expect([...asked].filter((key) => !Object.hasOwn(en, key))).to.deep.equal([])
  })

  it('are all that there are, but for the problems of forms', () => {
    const silent = Object.keys(en).filter((key) => !asked.has(key) && !key.startsWith('errors.'))
    expect(silent).to.deep.equal([])
  })

  // A form shows what an operation found, in one way; that the operation's word is a key, the compiler sees.
  it('are, of the problems of forms, those that an operation finds', () => {
    const sources = ['api', 'common']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const problems = Object.keys(en).filter((key) => key.startsWith('errors.') && !asked.has(key))
    const unknown = problems.filter(
      (key) => !sources.includes(`'${key}'`) && !sources.includes(`'${key.slice('errors.'.length)}'`),
    )
    expect(unknown).to.deep.equal([])
  })
})
