import { expect } from 'chai'
import { asOptions, methodOptionsOf, methodValues, secretOptions } from '../../cli/method-options.ts'
import { readSecrets, secretsOf } from '../../cli/read-secrets.ts'
import { settingsForms } from '../../common/methods/all.ts'
import type { SettingsForm } from '../../common/methods/settings.ts'

const field = { label: 'account.number', description: '', example: '', maxLength: 8 } as const
const fields: SettingsForm['fields'] = {
  shop: { ...field, secret: false, option: { name: 'voucher-shop', value: 'SHOP', help: 'The shop there' } },
  key: { ...field, secret: true, option: { name: 'voucher-key', value: 'KEY', help: 'Its key' } },
}
const byMode = { name: 'voucher', description: '', byMode: true, fields }
const flat = { name: 'cheque', description: '', byMode: false, fields: { shop: fields.shop! } }
const cheque = {
  ...flat,
  fields: { shop: { ...fields.shop!, option: { name: 'cheque-shop', value: 'SHOP', help: '' } } },
}
const forms = [byMode, cheque]

describe('payment methods on the command line', () => {
  it('take values for one mode if they have an account in each', () => {
    const options = { mode: 'test', 'voucher-shop': 'tea', 'voucher-key': 's3cret', 'cheque-shop': 'Tea' }
    expect(methodValues(options, forms)).to.deep.equal({
      payment_methods: {
        voucher: { test: { enabled: true, shop: 'tea', key: 's3cret' } },
        cheque: { enabled: true, shop: 'Tea' },
      },
      wrong: [],
    })
  })

  it('are enabled and disabled by name, and keep their values', () => {
    const options = { disable: 'voucher', enable: 'cheque', mode: 'live' }
    expect(methodValues(options, forms).payment_methods).to.deep.equal({
      voucher: { live: { enabled: false } },
      cheque: { enabled: true },
    })
    const disabled = methodValues({ 'cheque-shop': 'Tea', disable: 'cheque' }, forms)
    expect(disabled.payment_methods).to.deep.equal({ cheque: { enabled: false, shop: 'Tea' } })
  })

  it('are shown in the given order', () => {
    expect(methodValues({ 'method-order': 'cheque, voucher' }, forms)).to.deep.equal({
      payment_method_order: ['cheque', 'voucher'],
      wrong: [],
    })
  })

  const rejected: [options: Record<string, string>, path: string, because: RegExp][] = [
    [{ 'voucher-shop': 'tea' }, '--voucher-shop', /needs --mode test or --mode live/],
    [{ disable: 'voucher' }, '--disable', /needs --mode test or --mode live/],
    [{ disable: 'card' }, '--disable', /There is no method 'card' to set up. Methods: voucher, cheque\./],
    [{ 'method-order': 'card' }, '--method-order', /There is no method 'card'/],
    [{ 'cheque-shop': 'Tea', mode: 'test' }, '--mode', /Leave it out/],
    [{ 'voucher-shop': 'tea', mode: 'both' }, '--mode', /must be test or live/],
    [{ 'cheque-shop': 'x'.repeat(9) }, 'payment_methods.cheque.shop', /1 to 8 characters/],
    [{ 'voucher-key': ' ', mode: 'live' }, 'payment_methods.voucher.live.key', /1 to 8 characters/],
  ]
  for (const [options, path, because] of rejected) {
    it(`reject ${JSON.stringify(options)}`, () => {
      const { wrong } = methodValues(options, forms)
      expect(wrong.map(([at]) => at)).to.deep.equal([path])
      expect(wrong[0]![1]).to.match(because)
    })
  }

  it('are named by their options in messages', () => {
    const known = methodOptionsOf(forms)
    const message = 'payment_methods.voucher.test.key is wrong, payment_methods.cheque.shop and others.x.y'
    expect(asOptions(message, known)).to.equal('--voucher-key is wrong, --cheque-shop and others.x.y')
  })

  it('reject a secret as an argument, without repeating it', async () => {
    const refusal = await readSecrets({ name: 'A', 'voucher-key': 's3cret' }, ['voucher-key']).catch(String)
    expect(refusal).to.contain('--voucher-key only takes -').and.contain('history').and.not.contain('s3cret')
    expect(await readSecrets({ name: 'A' }, ['voucher-key'])).to.deep.equal({ name: 'A' })
    const help = methodOptionsOf(forms).get('voucher-key')
    expect(help).to.include({ value: '-' })
    expect(help?.help).to.contain('a line of standard input')
  })

  it('take secrets from lines of standard input, in the order of the options', () => {
    expect(secretsOf(['b-key', 'a-key'], ['one', 'two'])).to.deep.equal({ 'b-key': 'one', 'a-key': 'two' })
    for (const lines of [['one'], ['one', 'two', 'three']])
      expect(() => secretsOf(['b-key', 'a-key'], lines)).to.throw(
        `must have one line for each of --b-key, --a-key, in this order. It has ${lines.length}.`,
      )
  })

  it('list every secret of every method', () => {
    expect(secretOptions).to.deep.equal(
      settingsForms.flatMap(({ fields: all }) =>
        Object.values(all).flatMap(({ secret, option }) => (secret ? [option.name] : [])),
      ),
    )
  })
})
