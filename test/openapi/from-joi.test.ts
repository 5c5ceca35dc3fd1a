import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import type { ObjectSchema } from 'joi'
import { jsonSchemaOf } from '../../api/openapi/from-joi.ts'
import { checkoutBody } from '../../api/v1/checkouts/schema.ts'
import { customerBody } from '../../api/v1/customers/schema.ts'
import { priceBody, priceChanges } from '../../api/v1/prices/schema.ts'
import { promotionCodeBody } from '../../api/v1/promotion-codes/schema.ts'
import { validate } from '../../api/valid.ts'

/** Bodies on both sides of what a schema lets in: the description must draw the line where validation does. */
const item = { price: 'gold', quantity: 1 }
const field = { label: 'Size', type: 'text' }
const options = { options: [{ label: 'L' }] }
const code = { code: 'ABC', type: 'order_total', percent_off: 10 }
const cases: [because: string, schema: ObjectSchema, body: unknown, isLetIn: boolean][] = [
  ['one item is enough', checkoutBody, { items: [item] }, true],
  ['a list has a least', checkoutBody, { items: [] }, false],
  ['a list has a most', checkoutBody, { items: Array(101).fill(item) }, false],
  ['items are required', checkoutBody, {}, false],
  ['what is not named is refused', checkoutBody, { items: [item], colour: 'red' }, false],
  ['two ways to name a price are too many', checkoutBody, { items: [{ ...item, price_id: 1 }] }, false],
  ['no way to name a price is too few', checkoutBody, { items: [{ quantity: 1 }] }, false],
  ['numbers are whole', checkoutBody, { items: [{ ...item, quantity: 1.5 }] }, false],
  ['numbers have a least', checkoutBody, { items: [{ ...item, quantity: 0 }] }, false],
  ['numbers have a most', checkoutBody, { items: [{ ...item, quantity: 1_000_000 }] }, false],
  ['text is not a number', checkoutBody, { items: [{ ...item, quantity: '1' }] }, false],
  [
    'length is counted in code points',
    checkoutBody,
    { items: [item], client_reference_id: '😀'.repeat(48) },
    true,
  ],
  ['and has a most', checkoutBody, { items: [item], client_reference_id: '😀'.repeat(49) }, false],
  [
    'a web address is one',
    checkoutBody,
    { items: [item], success_url: 'https://a.example/{CHECKOUT_ID}' },
    true,
  ],
  ['anything else is not', checkoutBody, { items: [item], success_url: 'ftp://a.example' }, false],
  ['one of a few words', checkoutBody, { items: [item], locale: 'de' }, false],
  [
    'a dropdown has options',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, type: 'dropdown', dropdown: options }] },
    true,
  ],
  [
    'a dropdown needs them',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, type: 'dropdown' }] },
    false,
  ],
  [
    'nothing else may have them',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, dropdown: options }] },
    false,
  ],
  ['a key has a form', checkoutBody, { items: [item], custom_fields: [{ ...field, key: 'A' }] }, false],
  ['metadata is text by short names', checkoutBody, { items: [item], metadata: { colour: 'red' } }, true],
  ['its names have a most', checkoutBody, { items: [item], metadata: { ['k'.repeat(41)]: 'red' } }, false],
  ['its values are text', checkoutBody, { items: [item], metadata: { colour: 1 } }, false],
  ['a customer can be found again', customerBody, { phone: '99112233' }, true],
  ['a name alone finds nobody', customerBody, { name: 'Saraa' }, false],
  ['a price has a product', priceBody, { product_id: 1, unit_amount: 0 }, true],
  ['one product', priceBody, { product_id: 1, product_data: { name: 'A' }, unit_amount: 0 }, false],
  ['null clears in a change', priceChanges, { lookup_key: null }, true],
  ['but not what cannot be without', priceChanges, { active: null }, false],
  ['what was agreed on is fixed', priceChanges, { unit_amount: 5 }, false],
  ['a code takes off a part', promotionCodeBody, code, true],
  ['or an amount, not both', promotionCodeBody, { ...code, amount_off: 5 }, false],
  ['a product code has products', promotionCodeBody, { ...code, type: 'product' }, false],
  ['a code for the order has none', promotionCodeBody, { ...code, product_ids: [1] }, false],
]

describe('a schema, as it is described', () => {
  const ajv = new Ajv2020({ formats: { 'date-time': true, email: true }, strict: false })
  for (const [because, schema, body, isLetIn] of cases) {
    it(`${isLetIn ? 'lets in' : 'refuses'} what validation does: ${because}`, () => {
      const { problems } = validate(schema, body, { keepNull: schema === priceChanges })
      const validates = expect(() => problems.refuse())
      if (isLetIn) validates.to.not.throw()
      else validates.to.throw()
      expect(ajv.validate(jsonSchemaOf(schema), body)).to.equal(isLetIn)
    })
  }
})
