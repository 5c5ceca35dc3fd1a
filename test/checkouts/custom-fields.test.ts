import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

const text = (label: unknown, more: object = {}) => ({ label, type: 'text', ...more })
const dropdown = (...options: unknown[]) => ({ label: 'Size', type: 'dropdown', dropdown: { options } })

async function problems(shop: Merchant, custom_fields: unknown): Promise<string[] | null> {
  const answer = await shop.post('/checkouts', { ...tea(), custom_fields })
  return answer.status === 201 ? null : Object.keys(answer.body.errors as object)
}

async function createdFields(custom_fields: object[]) {
  const { retrieve } = await givenCheckout(await givenMerchant(), { ...tea(), custom_fields })
  return (await retrieve()).custom_fields
}

describe('the custom fields of a new checkout', () => {
  const F = 'custom_fields'
  const rows: [fields: unknown, wrong: string[] | null, because: string][] = [
    [[], null, 'the list may be empty'],
    [[text('a'), text('b'), text('c')], null, 'the maximum is three'],
    [[text('a'), text('b'), text('c'), text('d')], [F], 'one too many'],
    [text('a'), [F], 'they must be a list'],
    [['a'], [`${F}.0`], 'a string is not a field'],
    [[{ type: 'text' }], [`${F}.0.label`], 'a label is required'],
    [[text('  ')], [`${F}.0.label`], 'white space is not a label'],
    [[text('x'.repeat(100))], null, 'the longest label'],
    [[text('x'.repeat(101))], [`${F}.0.label`], 'one character too long'],
    [[text('🍵'.repeat(100))], null, 'an emoji counts as one character'],
    [[text('a\nb')], [`${F}.0.label`], 'a label is one line'],
    [[{ label: 'a' }], [`${F}.0.type`], 'a type is required'],
    [[{ label: 'a', type: 'checkbox' }], [`${F}.0.type`], 'no such type'],
    [[{ label: 'a', type: 'Text' }], [`${F}.0.type`], 'types are case-sensitive'],
    [[{ label: 'a', type: 'numeric' }], null, 'digits are a type'],
    [[text('a', { key: 'k'.repeat(50) })], null, 'the longest key'],
    [[text('a', { key: 'k'.repeat(51) })], [`${F}.0.key`], 'one character too long'],
    [[text('a', { key: 'az_09' })], null, 'the characters of a key'],
    [[text('a', { key: 'Key' })], [`${F}.0.key`], 'a key has no capitals'],
    [[text('a', { key: 'a-b' })], [`${F}.0.key`], 'a key has no hyphen'],
    [[text('a', { key: 'нэр' })], [`${F}.0.key`], 'a key has Latin letters only'],
    [[text('a', { key: 7 })], [`${F}.0.key`], 'a key is a string'],
    [[text('a', { key: '' })], null, 'an empty key counts as absent'],
    [[text('a', { key: 'k' }), text('b', { key: 'k' })], [`${F}.1`], 'two fields need two keys'],
    [[text('a', { optional: true })], null, 'an answer may be optional'],
    [[text('a', { optional: 'yes' })], [`${F}.0.optional`], 'a string is not a boolean'],
    [[text('a', { value: 'x' })], [`${F}.0.value`], 'only the customer answers'],
    [
      [text('a', { dropdown: { options: [{ label: 'S' }] } })],
      [`${F}.0.dropdown`],
      'a text field has no options',
    ],
    [[{ label: 'Size', type: 'dropdown' }], [`${F}.0.dropdown`], 'a dropdown needs options'],
    [
      [{ label: 'Size', type: 'dropdown', dropdown: {} }],
      [`${F}.0.dropdown.options`],
      'a dropdown needs options',
    ],
    [[dropdown()], [`${F}.0.dropdown.options`], 'a dropdown needs at least one option'],
    [[dropdown({ label: 'S' })], null, 'one option is enough'],
    [[dropdown(...Array.from({ length: 50 }, (_, n) => ({ label: `${n}` })))], null, 'the maximum is fifty'],
    [
      [dropdown(...Array.from({ length: 51 }, (_, n) => ({ label: `${n}` })))],
      [`${F}.0.dropdown.options`],
      'one too many',
    ],
    [[dropdown({ value: 's' })], [`${F}.0.dropdown.options.0.label`], 'an option needs a label'],
    [[dropdown('S')], [`${F}.0.dropdown.options.0`], 'a string is not an option'],
    [
      [dropdown({ label: 'S', value: 'x' }, { label: 'M', value: 'x' })],
      [`${F}.0.dropdown.options.1`],
      'two options need two values',
    ],
    [[dropdown({ label: 'S', price: 5 })], [`${F}.0.dropdown.options.0.price`], 'unknown field'],
  ]
  for (const [fields, wrong, because] of rows) {
    it(`are ${wrong ? 'rejected' : 'accepted'}, ${JSON.stringify(fields).slice(0, 60)}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), fields)).to.deep.equal(wrong)
    })
  }

  it('are returned with generated keys and values, and without an answer', async () => {
    const fields = [
      text('Нэр'),
      { label: 'Age', type: 'numeric', key: 'years', optional: true },
      dropdown({ label: 'VIP' }, { label: 'Энгийн', value: 'Basic seat' }),
    ]
    expect(await createdFields(fields)).to.deep.equal([
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
