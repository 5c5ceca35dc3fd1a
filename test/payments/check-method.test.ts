import { expect } from 'chai'
import { checkGateways } from '../../cli/doctor/gateways.ts'
import { getMethod, methods } from '../../common/methods/all.ts'
import { checkSettings } from '../../common/methods/check-settings.ts'
import type { PaymentMethod } from '../../common/methods/method.ts'
import { ProviderError } from '../../common/methods/provider.ts'
import type { SettingsForm } from '../../common/methods/settings.ts'
import { checkAtProvider } from '../../common/services/payments/check-method.ts'
import type { Project, Scope } from '../../common/services/projects/project.ts'
import { project } from '../pages/view/fixtures.ts'
import { BANK_ACCOUNT, givenMerchant } from '../support/given/merchant.ts'

const field = {
  label: 'account.number',
  ...{ description: '', example: '', maxLength: 64 },
  option: { name: 'x', value: 'X', help: '' },
} as const
const form: SettingsForm = {
  description: '',
  byMode: true,
  fields: {
    shop: { ...field, secret: false },
    key: {
      ...field,
      secret: true,
      check: (value, mode) => (value.startsWith(`${mode}-`) ? null : `must begin with ${mode}-`),
    },
  },
}
const voucher: PaymentMethod = {
  ...getMethod('bank_transfer'),
  name: 'voucher',
  settings: {
    form,
    offered: ({ values, currency }) => values?.enabled === true && currency === 'MNT',
  },
}
const shopWith = (test: Record<string, string | boolean>, currency = 'MNT') => ({
  currency,
  paymentSettings: { voucher: { test } },
  paymentMethodOrder: [],
})

describe('the settings of a payment method', () => {
  it('have no problems if they are complete and valid', () => {
    const shop = shopWith({ enabled: true, shop: 'tea', key: 'test-1' })
    expect(checkSettings(shop, voucher, true)).to.deep.equal({ problems: [], isComplete: true })
  })

  const faulty: [values: Record<string, string | boolean>, problems: string[], isComplete: boolean][] = [
    [
      {},
      [
        'shop is not set.',
        'key is not set.',
        'enabled is false. Set it to true to offer voucher to customers.',
      ],
      false,
    ],
    [{ enabled: true, shop: 'tea', key: 'live-1' }, ['key must begin with test-.'], true],
    [
      { enabled: false, shop: 'tea', key: 'test-1' },
      ['enabled is false. Set it to true to offer voucher to customers.'],
      true,
    ],
  ]
  for (const [values, problems, isComplete] of faulty) {
    it(`have these problems: ${problems.join(' ')}`, () => {
      expect(checkSettings(shopWith(values), voucher, true)).to.deep.equal({
        problems: problems.map((problem) => `payment_methods.voucher.test.${problem}`),
        isComplete,
      })
    })
  }

  it('have a problem if the method does not support the currency', () => {
    const shop = shopWith({ enabled: true, shop: 'tea', key: 'test-1' }, 'EUR')
    expect(checkSettings(shop, voucher, true).problems).to.deep.equal([
      'voucher is not available in test mode of a project in EUR. Use another payment method.',
    ])
  })
})

describe('the check of a payment method', () => {
  it('names missing settings, in the mode of the token', async () => {
    const shop = await givenMerchant()
    const check = '/payment-methods/bank_transfer/check'
    const missing = (await shop.post(check).expect(200)).body.data
    expect(missing.ok).to.equal(false)
    expect(missing.problems).to.include('payment_methods.bank_transfer.account_number is not set.')
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    expect((await shop.post(check).expect(200)).body.data).to.deep.equal({ ok: true, problems: [] })
  })

  it('reports that the test method cannot be used in live mode', async () => {
    const shop = await givenMerchant()
    const check = '/payment-methods/test/check'
    expect((await shop.post(check).expect(200)).body.data.ok).to.equal(true)
    expect((await shop.live.post(check).expect(200)).body.data.problems).to.deep.equal([
      'test is not available in live mode of a project in MNT. Use another payment method.',
    ])
  })

  it('is not found for an unknown method, and rejects a body', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/payment-methods/cheque/check')
    expect([status, body.message]).to.deep.equal([
      404,
      `There is no such payment method. Use one of: ${methods.map(({ name }) => name).join(', ')}.`,
    ])
    await shop.post('/payment-methods/test/check', { amount: 1 }).expect(422)
  })
})

describe('the check at the provider of a payment method', () => {
  const call = { values: { key: 's3cret' }, account: { projectId: 1, isTest: true }, secrets: ['s3cret'] }
  const ask = async (check: () => Promise<string[]>, within = 1_000) =>
    (await checkAtProvider('voucher', { check }, call, within)).problems

  it('returns the problems that the provider reports, without secrets', async () => {
    expect(await ask(async () => ['The key s3cret is blocked.'])).to.deep.equal(['The key … is blocked.'])
    expect(await ask(async () => [])).to.deep.equal([])
  })

  it('reports that the provider is unreachable or busy, or rejects the key', async () => {
    const fails = (fault: ProviderError['fault']) =>
      ask(async () => Promise.reject(new ProviderError(fault, 'No.')))
    expect(await fails('unreachable')).to.deep.equal(['voucher could not be reached, try again later: No.'])
    expect(await fails('limited')).to.deep.equal([
      'voucher limits the rate of requests, try again later: No.',
    ])
    expect(await fails('account')).to.deep.equal(['voucher does not accept the settings: No.'])
  })

  it('reports an error in our own code, thrown or rejected', async () => {
    const expected = [
      'voucher could not be reached, try again later: The call to the provider failed because of a bug; see the log.',
    ]
    const mistake = () => {
      throw new TypeError('s3cret')
    }
    expect(await ask(async () => mistake())).to.deep.equal(expected)
    expect(await ask(mistake)).to.deep.equal(expected)
  })

  it('gives up at the time limit', async () => {
    const never = new Promise<string[]>(() => undefined)
    expect(await ask(() => never, 10)).to.deep.equal([
      'voucher did not answer within 0.01 s. Try again later.',
    ])
  })
})

describe('the doctor’s check of payment providers', () => {
  const account = project.paymentSettings
  const shops: Project[] = [
    { ...project, id: 1, name: 'Tea', paymentSettings: account },
    { ...project, id: 2, name: 'Off', paymentSettings: {} },
    { ...project, id: 3, name: 'Mugs', paymentSettings: account },
  ]
  const checkWith = (ask: (scope: Scope, method: string) => Promise<{ ok: boolean; problems: string[] }>) =>
    checkGateways({
      checkAccount: ask,
      projects: async () => shops,
      hasGateway: (method) => method === 'bank_transfer',
    })

  it('checks each account that customers can pay with, and names the accounts that fail', async () => {
    const asked: number[] = []
    const found = await checkWith(async ({ project: { id } }) => {
      asked.push(id)
      if (id === 3) throw new Error('s3cret')
      return { ok: false, problems: ['The contract has ended.'] }
    })
    expect(asked).to.deep.equal([1, 1, 3, 3])
    expect(found.ok).to.equal(false)
    expect(found.message).to.contain(
      'project 1 (Tea), bank_transfer in live mode: The contract has ended. project 1 (Tea), bank_transfer in test mode',
    )
    expect(found.message).to.contain('project 3').and.not.contain('Off').and.not.contain('s3cret')
  })

  it('passes if all accounts work', async () => {
    expect(await checkWith(async () => ({ ok: true, problems: [] }))).to.include({
      ok: true,
      message: '4 accounts take payments.',
    })
  })
})
