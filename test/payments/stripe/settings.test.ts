import { expect } from 'chai'
import type { Mode } from '../../../common/methods/settings.ts'
import { settings } from '../../../common/methods/stripe/settings.ts'

describe('the Stripe settings of a merchant', () => {
  const { secret_key: key, webhook_secret: secret } = settings.form!.fields

  const keys: [value: string, mode: Mode, problem: string | null, reason: string][] = [
    ['sk_test_51Abc', 'test', null, 'it is a test secret key'],
    ['rk_test_51Abc', 'test', null, 'it is a restricted test key'],
    ['sk_live_51Abc', 'live', null, 'it is a live secret key'],
    ['rk_live_51Abc', 'live', null, 'it is a restricted live key'],
    ['sk_live_51Abc', 'test', 'sk_test_', 'tests must not move money'],
    ['sk_test_51Abc', 'live', 'sk_live_', 'a test key receives no money'],
    ['pk_live_51Abc', 'live', 'sk_live_', 'it is a publishable key'],
    ['sk_live_51 bc', 'live', 'sk_live_', 'it contains a space'],
    ['whsec_51Abc', 'test', 'sk_test_', 'it is a signing secret'],
  ]
  for (const [value, mode, problem, reason] of keys) {
    it(`${problem ? 'cannot' : 'can'} be ${value} in ${mode} mode: ${reason}`, () => {
      const found = key.check!(value, mode)
      if (problem) expect(found).to.include(problem).and.to.include(`${mode} mode`)
      else expect(found).to.equal(null)
    })
  }

  it('accept a signing secret in the format of Stripe, and mark both values as secret', () => {
    expect(secret.check!('whsec_abc', 'test')).to.equal(null)
    expect(secret.check!('sk_test_abc', 'test')).to.include('whsec_')
    expect([key.secret, secret.secret]).to.deep.equal([true, true])
  })
})
