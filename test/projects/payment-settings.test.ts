import { expect } from 'chai'
import { Problems } from '../../common/kit/refusal.ts'
import { settingsForms } from '../../common/payments/methods/all.ts'
import type { SettingsForm } from '../../common/payments/methods/settings.ts'
import { mergePaymentSettings, serializeMethod } from '../../common/projects/rules/payment-settings.ts'

const field = {
  description: '',
  example: '',
  maxLength: 64,
  option: { name: 'voucher-key', value: 'KEY', help: '' },
}
const voucher: SettingsForm = {
  description: 'A method with a secret.',
  byMode: false,
  fields: { shop: { ...field, secret: false }, key: { ...field, secret: true } },
}

describe('the settings of a payment method', () => {
  it('never show what is secret, entered or not', () => {
    const stored = { enabled: true, shop: 'tea', key: 's3cret' }
    expect(serializeMethod(voucher, stored)).to.deep.equal({ enabled: true, shop: 'tea' })
    expect(serializeMethod(voucher, undefined)).to.deep.equal({ enabled: false, shop: null })
  })

  it('stay as they are where a change does not speak of them', () => {
    const stored = { voucher: { enabled: true, shop: 'tea' } }
    expect(mergePaymentSettings(stored, undefined, new Problems())).to.deep.equal(stored)
    expect(mergePaymentSettings(stored, { unheard_of: { shop: 'x' } }, new Problems())).to.deep.equal(stored)
  })

  it('are apart by mode where a provider has an account for each', () => {
    const form = { ...voucher, byMode: true }
    const stored = { test: { enabled: true, shop: 'tea', key: 's3cret' } }
    expect(serializeMethod(form, stored)).to.deep.equal({
      live: { enabled: false, shop: null },
      test: { enabled: true, shop: 'tea' },
    })
  })

  for (const { name, fields, byMode } of settingsForms) {
    it(`are all needed while it is enabled: ${name}`, () => {
      const problems = new Problems()
      const enabled = { enabled: true }
      mergePaymentSettings({}, { [name]: byMode ? { live: enabled } : enabled }, problems)
      const path = `payment_methods.${name}${byMode ? '.live' : ''}`
      for (const key of Object.keys(fields)) expect(problems.has(`${path}.${key}`)).to.equal(true)
      expect(() => problems.refuse()).to.throw(`is required while ${name} is enabled.`)
    })
  }

  it('have an option of their own each on the command line', () => {
    const names = settingsForms.flatMap(({ fields }) =>
      Object.values(fields).map(({ option }) => option.name),
    )
    expect(new Set(names).size).to.equal(names.length)
  })
})
