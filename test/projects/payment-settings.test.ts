import { expect } from 'chai'
import { mergePaymentSettings, serializeMethod } from '../../common/domain/projects/payment-settings.ts'
import { Problems } from '../../common/kit/refusal.ts'
import { settingsForms } from '../../common/methods/all.ts'
import { methodOrder } from '../../common/methods/order.ts'
import type { SettingsForm } from '../../common/methods/settings.ts'

const field = {
  label: 'account.number',
  description: '',
  example: '',
  maxLength: 64,
  option: { name: 'voucher-key', value: 'KEY', help: '' },
} as const
const voucher: SettingsForm = {
  description: 'A method with a secret.',
  byMode: false,
  fields: { shop: { ...field, secret: false }, key: { ...field, secret: true } },
}

function keyOfMode(value: string, mode: string | null): string | null {
  return value.startsWith(`${mode}-`) ? null : `must begin with ${mode}-`
}

describe('the settings of a payment method', () => {
  it('never show a secret, only whether it is set', () => {
    const stored = { enabled: true, shop: 'tea', key: 's3cret' }
    expect(serializeMethod(voucher, stored)).to.deep.equal({ enabled: true, shop: 'tea', key_set: true })
    expect(serializeMethod(voucher, undefined)).to.deep.equal({ enabled: false, shop: null, key_set: false })
  })

  it('keep their value if a change does not name them', () => {
    const stored = { voucher: { enabled: true, shop: 'tea' } }
    expect(mergePaymentSettings(stored, undefined, new Problems())).to.deep.equal(stored)
    expect(mergePaymentSettings(stored, { unheard_of: { shop: 'x' } }, new Problems())).to.deep.equal(stored)
  })

  it('are separate for each mode if a provider has an account for each', () => {
    const form = { ...voucher, byMode: true }
    const stored = { test: { enabled: true, shop: 'tea', key: 's3cret' } }
    expect(serializeMethod(form, stored)).to.deep.equal({
      live: { enabled: false, shop: null, key_set: false },
      test: { enabled: true, shop: 'tea', key_set: true },
    })
    const forms = [{ name: 'voucher', ...form }]
    const problems = new Problems()
    const change = { voucher: { live: { enabled: true, shop: 'tea' } } }
    const merged = mergePaymentSettings({ voucher: stored }, change, problems, forms)
    expect(merged).to.deep.equal({
      voucher: { test: stored.test, live: { enabled: true, shop: 'tea', key: '' } },
    })
    expect(() => problems.refuse()).to.throw('voucher.live.key is required while voucher is enabled.')
  })

  it('are checked by their method only when they are entered', () => {
    const key = { ...voucher.fields.key!, check: keyOfMode }
    const forms = [{ name: 'voucher', ...voucher, byMode: true, fields: { key } }]
    const problems = (change: Record<string, string | boolean>) => {
      const found = new Problems()
      const stored = { voucher: { live: { enabled: true, key: 'from before' } } }
      mergePaymentSettings(stored, { voucher: { live: change } }, found, forms)
      return found
    }
    expect(problems({ enabled: false }).has('payment_methods.voucher.live.key')).to.equal(false)
    expect(problems({ key: 'live-1' }).has('payment_methods.voucher.live.key')).to.equal(false)
    expect(() => problems({ key: 'test-1' }).refuse()).to.throw(
      'payment_methods.voucher.live.key must begin with live-.',
    )
  })

  for (const { name, fields, byMode } of settingsForms) {
    const enable = (problems: Problems) => {
      const enabled = { enabled: true }
      return mergePaymentSettings({}, { [name]: byMode ? { live: enabled } : enabled }, problems)
    }

    if (Object.keys(fields).length === 0)
      it(`need nothing but \`enabled\`: ${name}`, () => {
        const problems = new Problems()
        expect(enable(problems)).to.deep.equal({ [name]: { enabled: true } })
        expect(() => problems.refuse()).to.not.throw()
      })
    else
      it(`are all required while the method is enabled: ${name}`, () => {
        const problems = new Problems()
        enable(problems)
        const path = `payment_methods.${name}${byMode ? '.live' : ''}`
        for (const key of Object.keys(fields)) expect(problems.has(`${path}.${key}`)).to.equal(true)
        expect(() => problems.refuse()).to.throw(`is required while ${name} is enabled.`)
      })
  }

  it('each have their own option on the command line', () => {
    const names = settingsForms.flatMap(({ fields }) =>
      Object.values(fields).map(({ option }) => option.name),
    )
    expect(new Set(names).size).to.equal(names.length)
  })
})

describe('the order of the methods', () => {
  const defaultOrder = ['bank_transfer', 'card', 'qr']

  it('begins with the methods that the merchant names and continues with the default order', () => {
    expect(methodOrder(['qr'], defaultOrder)).to.deep.equal(['qr', 'bank_transfer', 'card'])
    expect(methodOrder([], defaultOrder)).to.deep.equal(defaultOrder)
  })

  it('skips a method that no longer exists', () => {
    expect(methodOrder(['cheque', 'card'], defaultOrder)).to.deep.equal(['card', 'bank_transfer', 'qr'])
  })
})
