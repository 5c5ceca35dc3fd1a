import { expect } from 'chai'
import fc from 'fast-check'
import {
  checkAnswer,
  completeFields,
  type CustomFieldInput,
} from '../../../common/domain/checkouts/custom-fields.ts'
import type { CustomFieldObject } from '../../../common/domain/checkouts/object.ts'
import { lengthOf } from '../../../common/kit/text.ts'

const keysOf = (...fields: { label: string; key?: string }[]) =>
  completeFields(fields.map((field) => ({ type: 'text' as const, ...field }))).map(({ key }) => key)

describe('the key of a custom field', () => {
  const rows: [label: string, key: string, because: string][] = [
    ['Нэр', 'ner', 'other alphabets become Latin'],
    ['VIP', 'vip', 'upper case becomes lower case'],
    ['Гэрийн хаяг', 'geriyn_khayag', 'a space becomes _'],
    ['Your — name?', 'your_name', 'other characters become one _, except at the ends'],
    ['  A  B  ', 'a_b', 'several spaces become one _'],
    ['a_b', 'a_b', '_ stays'],
    ['100%', '100', 'digits stay'],
    ['Größe', 'grosse', 'accents are removed'],
    ['名前', 'mingqian', 'signs become their sound'],
    ['???', 'field_1', 'no character is left'],
    ['x'.repeat(60), 'x'.repeat(50), 'the maximum is fifty characters'],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49), 'a _ at the cut end is removed'],
    ['__proto__', 'proto', 'it has no special meaning in JavaScript'],
  ]
  for (const [label, key, because] of rows) {
    it(`is ${key} for ${label}: ${because}`, () => {
      expect(keysOf({ label })).to.deep.equal([key])
    })
  }

  it('gets a number if it is taken by another field, generated or given', () => {
    expect(keysOf({ label: 'A' }, { label: 'a' }, { label: 'A!' })).to.deep.equal(['a', 'a_2', 'a_3'])
    expect(keysOf({ label: 'A' }, { label: 'x', key: 'a' })).to.deep.equal(['a_2', 'a'])
    expect(keysOf({ label: 'A' }, { label: 'x', key: 'a' }, { label: 'y', key: 'a_2' })[0]).to.equal('a_3')
    expect(keysOf({ label: '?' }, { label: '!' })).to.deep.equal(['field_1', 'field_1_2'])
    const long = 'x'.repeat(60)
    expect(keysOf({ label: long }, { label: long })[1]).to.equal(`${'x'.repeat(48)}_2`)
  })

  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
  const givenKey = fc.option(fc.stringMatching(/^[a-z0-9_]{1,50}$/), { nil: undefined })

  it('is unique, well-formed and at most fifty characters long for any labels', () => {
    const fields = fc.uniqueArray(fc.record({ label, key: givenKey }), {
      maxLength: 50,
      selector: ({ key }) => key ?? Symbol('none'),
    })
    fc.assert(
      fc.property(fields, (asked) => {
        const keys = keysOf(...asked.map(({ label: words, key }) => ({ label: words, ...(key && { key }) })))
        expect(new Set(keys).size).to.equal(keys.length)
        for (const [index, key] of keys.entries()) {
          expect(key).to.match(/^[a-z0-9_]{1,50}$/)
          if (asked[index]!.key) expect(key).to.equal(asked[index]!.key)
        }
      }),
    )
  })

  it('is generated in the same way for the options of a dropdown', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 50 }), (labels) => {
        const options = labels.map((words) => ({ label: words }))
        const asked: CustomFieldInput = { label: 'Size', type: 'dropdown', dropdown: { options } }
        const values = completeFields([asked])[0]!.dropdown!.options.map(({ value }) => value)
        expect(new Set(values).size).to.equal(labels.length)
        for (const value of values) expect(value).to.match(/^[a-z0-9_]{1,50}$/)
      }),
    )
  })
})

describe('the answer to a custom field', () => {
  const field = (type: CustomFieldObject['type'], optional = false): CustomFieldObject => ({
    key: 'k',
    label: 'K',
    type,
    optional,
    dropdown: type === 'dropdown' ? { options: [{ label: 'VIP', value: 'vip' }] } : null,
    value: null,
  })
  const rows: [field: CustomFieldObject, answer: string, problem: string | null, because: string][] = [
    [field('text'), '', 'field_required', 'it is required'],
    [field('text', true), '', null, 'it may be left out'],
    [field('text'), 'x'.repeat(255), null, 'the maximum length'],
    [field('text'), 'x'.repeat(256), 'field_too_long', 'one character too long'],
    [field('text'), '🍵'.repeat(255), null, 'an emoji counts as one character'],
    [field('text', true), 'x'.repeat(256), 'field_too_long', 'an optional answer has a maximum length too'],
    [field('numeric'), '007', null, 'digits are kept as typed'],
    [field('numeric'), '9'.repeat(255), null, 'the maximum length'],
    [field('numeric'), '9'.repeat(256), 'field_too_long', 'one character too long'],
    [field('numeric'), '1.5', 'field_not_numeric', 'a point is not a digit'],
    [field('numeric'), '-1', 'field_not_numeric', 'a sign is not a digit'],
    [field('numeric'), '1 000', 'field_not_numeric', 'a space is not a digit'],
    [field('numeric'), '1e5', 'field_not_numeric', 'a letter is not a digit'],
    [field('numeric'), '٣', 'field_not_numeric', 'only 0 to 9 are digits'],
    [field('numeric'), '', 'field_required', 'it is required'],
    [field('numeric', true), '', null, 'it may be left out'],
    [field('dropdown'), 'vip', null, 'one of the values'],
    [field('dropdown'), 'VIP', 'field_not_an_option', 'the label is not the value'],
    [field('dropdown'), 'other', 'field_not_an_option', 'no such option'],
    [field('dropdown'), '', 'field_required', 'it is required'],
    [field('dropdown', true), '', null, 'it may be left out'],
  ]
  for (const [asked, answer, problem, because] of rows) {
    it(`of type ${asked.type}, '${answer.slice(0, 10)}', is ${problem ?? 'accepted'}: ${because}`, () => {
      expect(checkAnswer(asked, answer, lengthOf(answer))).to.equal(problem)
    })
  }
})
