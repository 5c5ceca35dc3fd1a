import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import type { ObjectSchema } from 'joi'
import { jsonSchemaOf } from '../../api/openapi/from-joi.ts'
import { checkoutBody } from '../../api/v1/checkouts/schema.ts'
import { customerBody } from '../../api/v1/customers/schema.ts'
import { priceBody, priceChanges } from '../../api/v1/prices/schema.ts'
import { promotionCodeBody } from '../../api/v1/promotion-codes/schema.ts'
import { validate } from '../../api/valid.ts'

/** Valid and invalid bodies: the description and the validation must agree on each. */
const item = { price: 'gold', quantity: 1 }
const field = { label: 'Size', type: 'text' }
const options = { options: [{ label: 'L' }] }
const code = { code: 'ABC', type: 'order_total', percent_off: 10 }
const cases: [reason: string, schema: ObjectSchema, body: unknown, isValid: boolean][] = [
  ['one item is enough', checkoutBody, { items: [item] }, true],
  ['a list has a minimum length', checkoutBody, { items: [] }, false],
  ['a list has a maximum length', checkoutBody, { items: Array(101).fill(item) }, false],
  ['items are required', checkoutBody, {}, false],
  ['an unknown property is refused', checkoutBody, { items: [item], colour: 'red' }, false],
  ['only one reference to a price is allowed', checkoutBody, { items: [{ ...item, price_id: 1 }] }, false],
  ['a reference to a price is required', checkoutBody, { items: [{ quantity: 1 }] }, false],
  ['a quantity is a whole number', checkoutBody, { items: [{ ...item, quantity: 1.5 }] }, false],
  ['a quantity has a minimum', checkoutBody, { items: [{ ...item, quantity: 0 }] }, false],
  ['a quantity has a maximum', checkoutBody, { items: [{ ...item, quantity: 1_000_000 }] }, false],
  ['text is not a number', checkoutBody, { items: [{ ...item, quantity: '1' }] }, false],
  [
    'the length is counted in code points',
    checkoutBody,
    { items: [item], client_reference_id: '😀'.repeat(48) },
    true,
  ],
  ['the length has a maximum', checkoutBody, { items: [item], client_reference_id: '😀'.repeat(49) }, false],
  [
    'a URL may contain a placeholder',
    checkoutBody,
    { items: [item], success_url: 'https://a.example/{CHECKOUT_ID}' },
    true,
  ],
  ['a URL must be a web address', checkoutBody, { items: [item], success_url: 'ftp://a.example' }, false],
  ['a locale must be a listed value', checkoutBody, { items: [item], locale: 'de' }, false],
  [
    'a dropdown has options',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, type: 'dropdown', dropdown: options }] },
    true,
  ],
  [
    'a dropdown without options is refused',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, type: 'dropdown' }] },
    false,
  ],
  [
    'only a dropdown may have options',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, dropdown: options }] },
    false,
  ],
  [
    'a key must match its pattern',
    checkoutBody,
    { items: [item], custom_fields: [{ ...field, key: 'A' }] },
    false,
  ],
  ['metadata has short names and text', checkoutBody, { items: [item], metadata: { colour: 'red' } }, true],
  [
    'metadata names have a maximum length',
    checkoutBody,
    { items: [item], metadata: { ['k'.repeat(41)]: 'red' } },
    false,
  ],
  ['metadata values must be text', checkoutBody, { items: [item], metadata: { colour: 1 } }, false],
  ['a customer has an identifier', customerBody, { phone: '99112233' }, true],
  ['a name is not an identifier of a customer', customerBody, { name: 'Saraa' }, false],
  ['a price has a product', priceBody, { product_id: 1, unit_amount: 0 }, true],
  [
    'a price has only one product',
    priceBody,
    { product_id: 1, product_data: { name: 'A' }, unit_amount: 0 },
    false,
  ],
  ['null clears a field in a change', priceChanges, { lookup_key: null }, true],
  ['null cannot clear a required field', priceChanges, { active: null }, false],
  ['the amount of a price cannot change', priceChanges, { unit_amount: 5 }, false],
  ['a code may have a percentage', promotionCodeBody, code, true],
  ['a code cannot have a percentage and an amount', promotionCodeBody, { ...code, amount_off: 5 }, false],
  ['a product code has products', promotionCodeBody, { ...code, type: 'product' }, false],
  ['a code for the order has no products', promotionCodeBody, { ...code, product_ids: [1] }, false],
]

describe('the description of a schema', () => {
  const ajv = new Ajv2020({ formats: { 'date-time': true, email: true }, strict: false })
  for (const [reason, schema, body, isValid] of cases) {
    it(`${isValid ? 'accepts' : 'refuses'} the same body as the validation: ${reason}`, () => {
      const { problems } = validate(schema, body, { keepNull: schema === priceChanges })
      const validates = expect(() => problems.refuse())
      if (isValid) validates.to.not.throw()
      else validates.to.throw()
      expect(ajv.validate(jsonSchemaOf(schema), body)).to.equal(isValid)
    })
  }
})
