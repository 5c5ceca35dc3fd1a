import { expect } from 'chai'
import type { Mode } from '../../../common/methods/settings.ts'
import { settings } from '../../../common/methods/stripe/settings.ts'

describe('the Stripe settings of a merchant', () => {
  const { secret_key: key, webhook_secret: secret } = settings.form!.fields

  const keys: [value: string, mode: Mode, problem: string | null, because: string][] = [
    ['sk_test_51Abc', 'test', null, 'a secret key to try out with'],
    ['rk_test_51Abc', 'test', null, 'a restricted one'],
    ['sk_live_51Abc', 'live', null, 'a key for money'],
    ['rk_live_51Abc', 'live', null, 'a restricted one for money'],
    ['sk_live_51Abc', 'test', 'sk_test_', 'nobody tries out with money'],
    ['sk_test_51Abc', 'live', 'sk_live_', 'nobody is paid by a key to try out with'],
    ['pk_live_51Abc', 'live', 'sk_live_', 'the key that is meant for pages'],
    ['sk_live_51 bc', 'live', 'sk_live_', 'a key that was pasted in two'],
    ['whsec_51Abc', 'test', 'sk_test_', 'the other secret'],
  ]
  for (const [value, mode, problem, because] of keys) {
    it(`${problem ? 'cannot' : 'can'} be ${value} in ${mode} mode: ${because}`, () => {
      const said = key.check!(value, mode)
      if (problem) expect(said).to.include(problem).and.to.include(`${mode} mode`)
      else expect(said).to.equal(null)
    })
  }

  it('contain a signing secret as Stripe shows it, and both are secret', () => {
    expect(secret.check!('whsec_abc', 'test')).to.equal(null)
    expect(secret.check!('sk_test_abc', 'test')).to.include('whsec_')
    expect([key.secret, secret.secret]).to.deep.equal([true, true])
  })
})
