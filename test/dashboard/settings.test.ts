import { expect } from 'chai'
import { later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { onConnection } from '../../db/sql.ts'
import { hiddenFields } from '../support/customer.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
} from '../support/given/member.ts'
import { BANK_ACCOUNT, givenMerchant } from '../support/given/merchant.ts'
import { giveLogo, png, shownBy } from '../support/given/picture.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { withQPay } from '../support/given/qpay.ts'
import { forgetNothing, outlineOf, statementsOf } from '../support/statements.ts'

let people = 0
const nextEmail = () => `settings-${(people += 1)}@example.com`

/** Creates a shop with an owner who is signed in. */
async function givenOwner() {
  const shop = await givenMerchant()
  const email = nextEmail()
  const id = await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  const settings = (mode: 'live' | 'test' = 'live') => `/dashboard/${shop.projectId}/${mode}/settings`
  return { shop, email, id, browser, settings }
}

type Owner = Awaited<ReturnType<typeof givenOwner>>

/** Returns the settings as the API does. */
async function settingsOf({ shop }: Owner): Promise<Record<string, unknown>> {
  return (await shop.get('').expect(200)).body.data as Record<string, unknown>
}

/** Returns for each stored picture of the shop whether it is no longer shown. */
const imagesOf = ({ projectId }: Owner['shop']) =>
  onConnection(async (sql) => {
    const rows = await sql.rows<{ released: number }>(
      'SELECT released_at IS NOT NULL AS released FROM images WHERE project_id = ?',
      [projectId],
    )
    return rows.map(({ released }) => Boolean(released))
  })

const SHOP = {
  ...{ name: 'Tea House', email: 'hello@tea.example', support_phone: '+97677112233' },
  ...{ website_url: 'https://tea.example', terms_url: '', legal_name: 'Tea LLC', registration_number: '' },
  ...{ address: 'Ulaanbaatar\r\nPeace avenue 1', invoice_prefix: 'TEA', locale: 'mn', country: 'MN' },
  ...{ timezone: 'Asia/Ulaanbaatar', currency: 'MNT', sale: '1' },
}

describe('settings in the dashboard', () => {
  const provider = withQPay()
  forgetNothing()
  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
  })

  it('save the details of the shop, which the form then shows', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/shop`
    const saved = await owner.browser.press(page, 'save', SHOP)
    expect([saved.status, saved.headers.location]).to.deep.equal([303, owner.settings()])
    expect(await settingsOf(owner)).to.deep.include({
      ...{ name: SHOP.name, email: SHOP.email, website_url: SHOP.website_url, terms_url: null },
      address: 'Ulaanbaatar\nPeace avenue 1', // browsers send \r\n
      ...{ timezone: 'Asia/Ulaanbaatar', locale: 'mn', invoice_prefix: 'TEA', registration_number: null },
      notifications: { sale: true, cancellation: false },
    })
    expect(textOf(await owner.browser.get(owner.settings()))).to.include('Tea House')
    const log = await owner.shop.live.get('/audit-log?object=project&actor=member').expect(200)
    expect((log.body.data as { operation: string }[])[0]!.operation).to.equal('dashboard/settings/shop.save')
  })

  it('name each problem at its field, and keep everything that was typed', async () => {
    const owner = await givenOwner()
    const wrong = { ...SHOP, name: '', email: 'hello@', website_url: 'tea.example', invoice_prefix: 'tea' }
    const answer = await owner.browser.press(`${owner.settings()}/shop`, 'save', wrong)
    expect(answer.status).to.equal(422)
    expect(textOf(answer))
      .to.include('Enter the name of your shop')
      .and.include('Check the email address')
      .and.include('begins with https://')
      .and.include('1 to 12 capital Latin letters')
    expect(answer.text).to.include('value="hello@"').and.include('value="Tea LLC"')
    expect((await settingsOf(owner)).legal_name).to.equal(null)
  })

  it('name the longest text, and refuse a language or a country that the form does not offer', async () => {
    const owner = await givenOwner()
    const wrong = { ...SHOP, legal_name: 'x'.repeat(256), locale: 'de', country: 'Mongolia' }
    const answer = await owner.browser.press(`${owner.settings()}/shop`, 'save', wrong)
    expect(textOf(answer)).to.include('Use at most 255 characters.').and.include('Choose one of the list.')
    for (const field of ['legal_name', 'locale', 'country'])
      expect(answer.text).to.include(`id="${field}-error"`)
  })

  it('refuse a phone number that cannot be called', async () => {
    const owner = await givenOwner()
    const wrong = await owner.browser.press(`${owner.settings()}/shop`, 'save', {
      ...SHOP,
      support_phone: 'call us',
    })
    expect([wrong.status, wrong.text.includes('id="support_phone-error"')]).to.deep.equal([422, true])
  })

  it('say that the time zone and the currency cannot change any more', async () => {
    const owner = await givenOwner()
    await owner.shop.post('/prices', { product_data: { name: 'Tea' }, unit_amount: 100 }).expect(201)
    const answer = await owner.browser.press(`${owner.settings()}/shop`, 'save', { ...SHOP, currency: 'USD' })
    expect(textOf(answer)).to.include('The currency cannot change any more')
    const unknown = await owner.browser.press(`${owner.settings()}/shop`, 'save', {
      ...SHOP,
      currency: 'mnt',
    })
    expect(textOf(unknown)).to.include('Enter three capital letters, such as MNT.')
  })

  it('change the bank account only after a fresh proof, and email every owner about it', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const owner = await givenOwner()
    const other = nextEmail()
    await givenMember(owner.shop.projectId, other)
    setClock()
    const page = `${owner.settings()}/methods/bank_transfer`
    const fields = { ...BANK_ACCOUNT, enabled: '1' }
    const asked = await owner.browser.press(page, 'save', fields)
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect((await settingsOf(owner)).payment_methods).to.have.nested.property('bank_transfer.enabled', false)
    const { code } = (await signInEmailsTo(owner.email, 'proof_code')).at(-1)!
    const proof = { ...fields, proof_step: 'check', proof_code: code }
    expect((await owner.browser.press(page, 'save', proof, asked)).status).to.equal(303)
    expect((await settingsOf(owner)).payment_methods).to.deep.include({ bank_transfer: BANK_ACCOUNT })
    const told = await onConnection((sql) =>
      sql.rows<{ recipient: string }>(
        "SELECT recipient FROM emails WHERE project_id = ? AND kind = 'bank_details_changed' ORDER BY id",
        [owner.shop.projectId],
      ),
    )
    expect(told.map(({ recipient }) => recipient)).to.deep.equal([owner.email, other])
  })

  it('change the secret of a payment provider only after a fresh proof', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const owner = await givenOwner()
    setClock()
    const { enabled: _, ...values } = provider.values()
    const page = `${owner.settings('test')}/methods/qpay`
    const asked = await owner.browser.press(page, 'save', { ...values, enabled: '1' })
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect(await settingsOf(owner)).to.have.nested.property('payment_methods.qpay.test.enabled', false)
    const { code } = (await signInEmailsTo(owner.email, 'proof_code')).at(-1)!
    const proof = { ...values, enabled: '1', proof_step: 'check', proof_code: code }
    expect((await owner.browser.press(page, 'save', proof, asked)).status).to.equal(303)
    expect(await settingsOf(owner)).to.have.nested.property('payment_methods.qpay.test.enabled', true)
  })

  it('never show a secret again, and keep it while its field is empty', async () => {
    const owner = await givenOwner()
    const { enabled: _, ...values } = provider.values()
    const page = `${owner.settings('test')}/methods/qpay`
    await owner.browser.press(page, 'save', { ...values, enabled: '1' })
    await owner.browser.press(page, 'save', { ...values, password: '', enabled: '1' })
    for (const address of [page, `${owner.settings('test')}/methods`])
      expect((await owner.browser.get(address)).text).to.not.include(values.password)
    const { text } = await owner.browser.press(`${owner.settings('test')}/methods`, 'check', {
      method: 'qpay',
    })
    expect(text).to.include('QPay accepts these details').and.not.include(values.password)
    expect(await settingsOf(owner)).to.have.nested.property('payment_methods.qpay.live.enabled', false)
  })

  it('name the missing values of a way to pay that customers can choose', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/methods/bank_transfer`
    const answer = await owner.browser.press(page, 'save', { bank_name: 'Khan Bank', enabled: '1' })
    expect(answer.text.match(/Enter this, or untick “Customers can pay this way”\./g)).to.have.length(4)
    expect(answer.text).to.include('value="Khan Bank"')
  })

  it('refuse a key for the other mode with a sentence at its field', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/methods/stripe`
    const keys = { secret_key: 'sk_test_1234', webhook_secret: 'whsec_1', enabled: '1' }
    expect(textOf(await owner.browser.press(page, 'save', keys))).to.include('not a key for this mode')
  })

  it('test the connection, and say plainly what to do if the key is wrong or the provider cannot be reached', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings('test')}/methods`
    const test = () => owner.browser.press(page, 'check', { method: 'qpay' })
    expect(textOf(await test())).to.include('Some details are missing')
    const values = provider.values()
    const change = async (own: object) =>
      owner.shop.patch('', { payment_methods: { qpay: { test: { ...values, ...own } } } }).expect(200)
    await change({ password: 'wrong-one' })
    const wrong = await test()
    expect(wrong.status).to.equal(200)
    expect(textOf(wrong)).to.include('QPay does not accept these details').and.not.include('wrong-one')
    expect(wrong.text).to.include('<span class="pill bad">Test failed</span>')
    await change({})
    provider.qpay.failNext('POST /v2/auth/token', 'error')
    const unreachable = await test()
    expect(textOf(unreachable)).to.include('QPay could not be reached')
    expect(unreachable.text).to.include('<span class="pill awaited">Test failed</span>')
    expect((await test()).text).to.include('<span class="pill good">On</span>')
  })

  it('show the checkout page in the typed colour, without saving it', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/brand`
    const shown = await owner.browser.press(page, 'preview', { color: '#aa3300' })
    expect(shown.status).to.equal(200)
    expect(shown.headers['content-security-policy']).to.include("frame-src 'self'")
    const [, src = ''] = /<iframe[^>]* src="([^"]+)"/.exec(shown.text) ?? []
    const preview = await owner.browser.get(src.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'))
    expect([preview.status, stateOf(preview)]).to.deep.equal([200, 'pay'])
    expect(preview.text).to.include('#aa3300')
    expect(preview.headers['content-security-policy']).to.include("frame-ancestors 'self'")
    expect((await settingsOf(owner)).color).to.equal(null)
    // Nothing but a colour reaches the style sheet.
    const injected = `${page}/preview?color=${encodeURIComponent('red;}body{display:none')}`
    expect((await owner.browser.get(injected)).text).to.not.include('body{display:none')
  })

  it('save the colour, and a logo that customers see at once, until it is replaced or removed', async () => {
    const owner = await givenOwner()
    const { shop, browser } = owner
    const page = `${owner.settings()}/brand`
    const wrong = await browser.press(page, 'save', { color: 'red' })
    expect([wrong.status, textOf(wrong).includes('Choose a colour')]).to.deep.equal([422, true])
    const shown: string[] = []
    for (const color of ['#123456', '#654321']) {
      const fields = {
        ...hiddenFields((await browser.get(page)).text),
        color,
        remove_logo: '1',
        action: 'save',
      }
      const sent = await browser.upload(
        page,
        'save',
        ['logo', await png(640, 160, color), 'logo.png'],
        fields,
      )
      expect([sent.status, sent.headers.location]).to.deep.equal([303, page])
      const [, src = ''] =
        /<p class="product-picture"><img [^>]*src="([^"]+)"/.exec((await browser.get(page)).text) ?? []
      expect(await shownBy(shop)).to.deep.equal([src])
      expect(await settingsOf(owner)).to.deep.include({ color, logo_url: config().baseUrl + src })
      shown.push(src)
    }
    expect(new Set(shown).size).to.equal(2)
    const { body } = await shop.live.get('/audit-log?object=project').expect(200)
    const [{ changes }] = (body as { data: [{ changes: { field: string }[] }] }).data
    expect(changes.map(({ field }) => field)).to.have.members(['color', 'logo_url'])

    expect((await browser.press(page, 'save', { color: '#654321', remove_logo: '1' })).status).to.equal(303)
    expect(await shownBy(shop)).to.deep.equal([])
    expect((await settingsOf(owner)).logo_url).to.equal(null)
    expect(await imagesOf(shop)).to.deep.equal([true, true])
  })

  it('say at the field why a logo cannot be shown, and keep the typed colour', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/brand`
    const cases: [file: Buffer, sentence: string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'is not a PNG, JPEG, WebP or GIF'],
      [(await png()).subarray(0, 60), 'cannot be read'],
      [await png(4_100, 4_000), 'more than 16 million pixels'],
      [Buffer.alloc(10 * 1024 * 1024 + 100_000), 'larger than 10 MB'],
    ]
    const color = '#aa3300'
    for (const [file, sentence] of cases) {
      const { text } = await owner.browser.get(page)
      const fields = { ...hiddenFields(text), color }
      const refused = await owner.browser.upload(page, 'save', ['logo', file, 'logo.png'], fields)
      expect(refused.status, sentence).to.equal(422)
      expect(refused.text).to.include('id="logo-error"').and.include(`name="color" value="${color}"`)
      expect(textOf(refused)).to.include(sentence)
    }
    expect(await settingsOf(owner)).to.include({ color: null, logo_url: null })
  })

  it('say that the preview keeps no file', async () => {
    const owner = await givenOwner()
    const page = `${owner.settings()}/brand`
    const fields = {
      ...hiddenFields((await owner.browser.get(page)).text),
      color: '#aa3300',
      action: 'preview',
    }
    const shown = await owner.browser.upload(page, 'preview', ['logo', await png(), 'logo.png'], fields)
    expect(textOf(shown)).to.include('The preview does not keep a file')
    expect(shown.text).to.include('color&#x3D;%23aa3300')
    expect((await settingsOf(owner)).logo_url).to.equal(null)
  })

  it('say that the logo of an address has not arrived', async () => {
    const owner = await givenOwner()
    await giveLogo(owner.shop, 'https://tea.example/logo.png')
    const shown = textOf(await owner.browser.get(`${owner.settings()}/brand`))
    expect(shown).to.include('https://tea.example/logo.png It is not shown yet: we copy it within minutes.')
  })

  for (const role of ['staff', 'viewer'] as const)
    it(`are for owners: not for ${role}`, async () => {
      const owner = await givenOwner()
      const email = nextEmail()
      await givenMember(owner.shop.projectId, email, role)
      const browser = await MemberBrowser.of(email)
      const paths = ['', '/shop', '/brand', '/brand/preview', '/methods', '/methods/bank_transfer']
      for (const path of paths) {
        const page = await browser.get(owner.settings() + path)
        expect([path, page.status, stateOf(page)]).to.deep.equal([path, 403, 'dashboard_denied'])
      }
      const home = await browser.get(`/dashboard/${owner.shop.projectId}/live`)
      expect(home.text).to.not.include('/settings"')
      const posted = await browser.press(`${owner.settings()}/shop`, 'save', SHOP, home)
      expect(posted.status).to.equal(403)
      expect((await settingsOf(owner)).legal_name).to.equal(null)
    })

  it('read the session, and the project again for a form', async () => {
    const owner = await givenOwner()
    const outline = async (path: string) => {
      await owner.browser.get(owner.settings() + path)
      return outlineOf(await statementsOf(() => owner.browser.get(owner.settings() + path)))
    }
    for (const path of ['', '/brand/preview'])
      expect(await outline(path)).to.deep.equal(['SELECT dashboard_sessions'])
    const twice = ['SELECT dashboard_sessions', 'SELECT projects']
    for (const path of ['/shop', '/methods', '/methods/bank_transfer'])
      expect(await outline(path)).to.deep.equal(twice)
    expect(await outline('/brand')).to.deep.equal([...twice, 'SELECT image_copies'])
  })
})
