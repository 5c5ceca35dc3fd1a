import { expect } from 'chai'
import { run } from '../../cli/run.ts'
import { givenMerchant, Merchant, tea } from '../support/given/merchant.ts'
import { failing, tolbor } from './tolbor.ts'

describe('projects on the command line', () => {
  it('are created with two working tokens and sensible defaults', async () => {
    const project = await tolbor('project', 'create', '--name', 'Khaan Coffee')
    expect(project).to.include({
      name: 'Khaan Coffee',
      currency: 'MNT',
      timezone: 'UTC',
      locale: 'en',
      country: 'MN',
      plan: 'growth',
    })
    const shop = new Merchant(project.id, project.tokens)
    expect((await shop.post('/checkouts', tea())).status).to.equal(201)
    expect((await shop.live.post('/checkouts', tea())).body.code).to.equal('no_payment_method')
    const live = await shop.live.post('/checkouts', tea(1, 0))
    expect((await shop.live.get(`/checkouts/${live.body.data.id}`)).body.data.is_test).to.equal(false)
  })

  it('name the defaults that cannot be changed later, and how to change them now', async () => {
    const { stdout } = await run(['project', 'create', '--name', 'Shop'])
    expect(stdout)
      .to.match(
        /The currency is MNT, the default\. .*once there are prices\. .*project update \d+ --currency CODE/,
      )
      .and.match(/The time zone is UTC, the default\. .*project update \d+ --timezone Asia\/Ulaanbaatar/)
    const chosen = ['--currency', 'MNT', '--timezone', 'UTC']
    const { stdout: silent } = await run(['project', 'create', '--name', 'Shop', ...chosen])
    expect(silent).to.not.contain('the default')
  })

  it('are created with all given settings', async () => {
    const options =
      '--currency USD --timezone America/New_York --locale mn --country US --plan growth --email me@shop.test --website-url https://shop.test/tea --notifications sale'
    const account = [
      '--bank-name',
      'Khan Bank',
      '--account-number',
      '5000123456',
      '--account-holder',
      'Shop LLC',
    ]
    const created = await tolbor('project', 'create', '--name', 'Shop', ...options.split(' '), ...account)
    const { tokens, ...settings } = created
    expect(tokens.test).to.match(/^sk_test_/)
    expect(settings).to.include({
      currency: 'USD',
      timezone: 'America/New_York',
      locale: 'mn',
      country: 'US',
    })
    expect(settings).to.include({
      plan: 'growth',
      email: 'me@shop.test',
      website_url: 'https://shop.test/tea',
    })
    expect(settings.notifications).to.deep.equal({ sale: true, cancellation: false })
    expect(settings.payment_methods.bank_transfer).to.deep.equal({
      enabled: true,
      bank_name: 'Khan Bank',
      account_number: '5000123456',
      account_holder: 'Shop LLC',
    })
    expect(await tolbor('project', 'show', `${created.id}`)).to.deep.equal(settings)
    expect(await tolbor('project', 'list')).to.deep.include(settings)
  })

  it('are not created with invalid settings, which are all listed', async () => {
    const before = await tolbor('project', 'list')
    const wrong =
      '--currency XXY --timezone Mars/Base --locale de --country mn --plan huge --email none --website-url shop.test --notifications all --bank-name Bank'
    const { code, stdout, error } = await failing('project', 'create', '--name', ' ', ...wrong.split(' '))
    expect([code, stdout, error.code]).to.deep.equal([1, '', 'validation_failed'])
    expect(error)
      .to.have.property('errors')
      .that.has.all.keys(
        ...['--name', '--currency', '--timezone', '--locale', '--country', '--plan', '--email'],
        ...['--website-url', '--notifications'],
        ...['--account-number', '--account-holder'],
      )
    expect(await tolbor('project', 'list')).to.deep.equal(before)
  })

  it('change only the given settings', async () => {
    const { id } = await tolbor('project', 'create', '--name', 'Before')
    const before = await tolbor('project', 'show', `${id}`)
    const after = await tolbor('project', 'update', `${id}`, '--name', 'After', '--plan', 'starter')
    expect({ ...after, updated_at: '' }).to.deep.equal({
      ...before,
      name: 'After',
      plan: 'starter',
      updated_at: '',
    })
  })

  it('accept a new account number without the rest of the account', async () => {
    const account = ['--bank-name', 'Khan Bank', '--account-number', '1', '--account-holder', 'Shop']
    const { id } = await tolbor('project', 'create', '--name', 'Shop', ...account)
    const { payment_methods: methods } = await tolbor('project', 'update', `${id}`, '--account-number', '2')
    expect(methods.bank_transfer).to.include({ enabled: true, bank_name: 'Khan Bank', account_number: '2' })
  })

  it('keep their currency if they have prices', async () => {
    const shop = await givenMerchant()
    await shop.post('/prices', { unit_amount: 1, product_data: { name: 'Tea' } })
    const { code, error } = await failing('project', 'update', `${shop.projectId}`, '--currency', 'USD')
    expect(code).to.equal(1)
    expect(error.message).to.contain('has prices in MNT')
  })

  it('are not found under an unknown id by any command', async () => {
    for (const command of [
      'project show 999999',
      'project update 999999 --name A',
      'token list --project 999999',
      'token create --project 999999 --mode test',
    ]) {
      const { code, error } = await failing(...command.split(' '))
      expect([code, error.code]).to.deep.equal([1, 'not_found'])
      expect(error.message).to.equal(
        "There is no such project. 'bin/tolbor project list' shows the existing ones.",
      )
    }
    expect((await failing('project', 'show', '1x')).error.message).to.contain('an id has only digits')
  })

  it('are shown as lines, without control characters of a name', async () => {
    const { id } = await tolbor('project', 'create', '--name', 'Shop \u202eevil')
    const { stdout } = await run(['project', 'show', `${id}`])
    expect(stdout).to.match(/^name {2,}Shop evil$/m)
    expect(stdout).to.match(/^bank transfer {2,}off$/m)
  })
})

describe('tokens on the command line', () => {
  it('give access until they are revoked', async () => {
    const shop = await givenMerchant()
    const token = await tolbor('token', 'create', '--project', `${shop.projectId}`, '--mode', 'test')
    expect(token).to.have.all.keys('id', 'token', 'mode', 'last4')
    expect(token.token.slice(-4)).to.equal(token.last4)
    const other = new Merchant(shop.projectId, { test: token.token, live: '' })
    expect((await other.get('/checkouts/1')).status).to.equal(404)

    const revoked = await tolbor('token', 'revoke', `${token.id}`)
    expect(revoked.revoked_at).to.be.a('string')
    expect(await tolbor('token', 'revoke', `${token.id}`)).to.deep.equal(revoked)
    const list = await tolbor('token', 'list', '--project', `${shop.projectId}`)
    expect(
      list.map(({ mode, revoked_at: at }: { mode: string; revoked_at: unknown }) => [mode, at !== null]),
    ).to.deep.equal([
      ['test', false],
      ['live', false],
      ['test', true],
    ])
    expect(JSON.stringify(list)).to.not.contain(token.token)
  })

  it('are rejected by the API if revoked before their first use', async () => {
    const shop = await givenMerchant()
    const token = await tolbor('token', 'create', '--project', `${shop.projectId}`, '--mode', 'live')
    await tolbor('token', 'revoke', `${token.id}`)
    const other = new Merchant(shop.projectId, { test: token.token, live: token.token })
    expect((await other.get('/checkouts/1')).status).to.equal(401)
  })

  it('need a valid mode', async () => {
    const { error } = await failing('token', 'create', '--project', '1', '--mode', 'production')
    expect(error.message).to.equal('--mode must be test or live.')
  })
})
