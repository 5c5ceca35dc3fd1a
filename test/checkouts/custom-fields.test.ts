import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const text = (label: unknown, more: object = {}) => ({ label, type: 'text', ...more })
const dropdown = (...options: unknown[]) => ({ label: 'Size', type: 'dropdown', dropdown: { options } })

async function problems(shop: Merchant, custom_fields: unknown): Promise<string[] | null> {
  const answer = await shop.post('/checkouts', { ...tea(), custom_fields })
  return answer.status === 201 ? null : Object.keys(answer.body.errors as object)
}

async function kept(custom_fields: object[]) {
  const { retrieve } = await givenCheckout(await givenMerchant(), { ...tea(), custom_fields })
  return (await retrieve()).custom_fields
}

describe('the questions of a new checkout', () => {
  const F = 'custom_fields'
  const rows: [fields: unknown, wrong: string[] | null, because: string][] = [
    [[], null, 'there may be none'],
    [[text('a'), text('b'), text('c')], null, 'three are the most'],
    [[text('a'), text('b'), text('c'), text('d')], [F], 'that is one too many'],
    [text('a'), [F], 'they are a list'],
    [['a'], [`${F}.0`], 'text is no question'],
    [[{ type: 'text' }], [`${F}.0.label`], 'a label is required'],
    [[text('  ')], [`${F}.0.label`], 'white space is no label'],
    [[text('x'.repeat(100))], null, 'that is the longest label'],
    [[text('x'.repeat(101))], [`${F}.0.label`], 'that is too long a label'],
    [[text('🍵'.repeat(100))], null, 'a character is one however many bytes it takes'],
    [[text('a\nb')], [`${F}.0.label`], 'a label is one line'],
    [[{ label: 'a' }], [`${F}.0.type`], 'a type is required'],
    [[{ label: 'a', type: 'checkbox' }], [`${F}.0.type`], 'there is no such type'],
    [[{ label: 'a', type: 'Text' }], [`${F}.0.type`], 'capitals are another word'],
    [[{ label: 'a', type: 'numeric' }], null, 'digits may be asked for'],
    [[text('a', { key: 'k'.repeat(50) })], null, 'that is the longest key'],
    [[text('a', { key: 'k'.repeat(51) })], [`${F}.0.key`], 'that is too long a key'],
    [[text('a', { key: 'az_09' })], null, 'these are the characters of a key'],
    [[text('a', { key: 'Key' })], [`${F}.0.key`], 'a key has no capitals'],
    [[text('a', { key: 'a-b' })], [`${F}.0.key`], 'a key has no hyphen'],
    [[text('a', { key: 'нэр' })], [`${F}.0.key`], 'a key has Latin letters only'],
    [[text('a', { key: 7 })], [`${F}.0.key`], 'a key is text'],
    [[text('a', { key: '' })], null, 'an empty key is as good as none'],
    [[text('a', { key: 'k' }), text('b', { key: 'k' })], [`${F}.1`], 'two answers need two keys'],
    [[text('a', { optional: true })], null, 'an answer may be left out'],
    [[text('a', { optional: 'yes' })], [`${F}.0.optional`], 'yes is not true'],
    [[text('a', { value: 'x' })], [`${F}.0.value`], 'the customer answers, not the merchant'],
    [[text('a', { dropdown: { options: [{ label: 'S' }] } })], [`${F}.0.dropdown`], 'a text has no options'],
    [[{ label: 'Size', type: 'dropdown' }], [`${F}.0.dropdown`], 'a choice needs options'],
    [
      [{ label: 'Size', type: 'dropdown', dropdown: {} }],
      [`${F}.0.dropdown.options`],
      'a choice needs options',
    ],
    [[dropdown()], [`${F}.0.dropdown.options`], 'a choice needs one option'],
    [[dropdown({ label: 'S' })], null, 'one option is enough'],
    [[dropdown(...Array.from({ length: 50 }, (_, n) => ({ label: `${n}` })))], null, 'fifty are the most'],
    [
      [dropdown(...Array.from({ length: 51 }, (_, n) => ({ label: `${n}` })))],
      [`${F}.0.dropdown.options`],
      'that is one too many',
    ],
    [[dropdown({ value: 's' })], [`${F}.0.dropdown.options.0.label`], 'an option has a label'],
    [[dropdown('S')], [`${F}.0.dropdown.options.0`], 'text is no option'],
    [
      [dropdown({ label: 'S', value: 'x' }, { label: 'M', value: 'x' })],
      [`${F}.0.dropdown.options.1`],
      'two options need two values',
    ],
    [[dropdown({ label: 'S', price: 5 })], [`${F}.0.dropdown.options.0.price`], 'it is probably a typo'],
  ]
  for (const [fields, wrong, because] of rows) {
    it(`are ${wrong ? 'refused' : 'taken'}, ${JSON.stringify(fields).slice(0, 60)}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), fields)).to.deep.equal(wrong)
    })
  }

  it('are told with every key and value worked out, and no answer yet', async () => {
    const fields = [
      text('Нэр'),
      { label: 'Age', type: 'numeric', key: 'years', optional: true },
      dropdown({ label: 'VIP' }, { label: 'Энгийн', value: 'Basic seat' }),
    ]
    expect(await kept(fields)).to.deep.equal([
      { key: 'ner', label: 'Нэр', type: 'text', optional: false, dropdown: null, value: null },
      { key: 'years', label: 'Age', type: 'numeric', optional: true, dropdown: null, value: null },
      {
        key: 'size',
        label: 'Size',
        type: 'dropdown',
        optional: false,
        dropdown: {
          options: [
            { label: 'VIP', value: 'vip' },
            { label: 'Энгийн', value: 'Basic seat' },
          ],
        },
        value: null,
      },
    ])
  })
})
