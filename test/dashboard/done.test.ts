import { expect } from 'chai'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

let members = 0

async function givenBrowser() {
  const shop = await givenMerchant()
  const email = `done-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  const path = (below: string, mode = 'test') => `/dashboard/${shop.projectId}/${mode}${below}`
  return { shop, browser, path }
}

describe('the page after a form of the dashboard', () => {
  beforeEach(forgetSignIns)

  it('says once that something was created, saved or removed', async () => {
    const { browser, path } = await givenBrowser()
    const created = await browser.press(path('/products/new'), 'save', { name: 'Tea' })
    const product = created.headers.location!
    expect(textOf(await browser.get(product))).to.include('The product was created.')
    expect(textOf(await browser.get(product))).not.to.include('was created.')
    await browser.press(`${product}/edit`, 'save', { name: 'Green tea' })
    expect(textOf(await browser.get(product))).to.include('Saved.')
    await browser.press(path('/members/new'), 'save', { email: 'new@example.com', role: 'viewer' })
    const list = await browser.get(path('/members'))
    expect(textOf(list)).to.include('The member was added')
    const [, member] = /href="([^"]*\/members\/\d+)"/g.exec(
      list.text.slice(list.text.indexOf('new@example.com') - 300),
    )!
    await browser.press(member!, 'remove')
    expect(textOf(await browser.get(path('/members')))).to.include('The member was removed.')
  })

  it('says nothing was created after a form with an error', async () => {
    const { browser, path } = await givenBrowser()
    const wrong = await browser.press(path('/products/new'), 'save', { name: '' })
    expect(wrong.status).to.equal(422)
    for (const page of [wrong, await browser.get(path('/products'))])
      expect(textOf(page)).not.to.include('was created.')
  })
})

describe('a page about something that does not exist', () => {
  beforeEach(forgetSignIns)

  for (const below of ['/payments/999999', '/customers/abc', '/invoices/0', '/products/999999/edit'])
    it(`has status 404, the frame of the shop and a link to the list: ${below}`, async () => {
      const { browser, path } = await givenBrowser()
      const page = await browser.get(path(below))
      expect([page.status, stateOf(page)]).to.deep.equal([404, 'dashboard_missing'])
      expect(textOf(page)).to.include('nothing with this number in test mode')
      expect(page.text).to.include(
        `<a class="primary" href="${path(below.split('/').slice(0, 2).join('/'))}"`,
      )
    })

  it('names the other mode, in which the object may be', async () => {
    const { shop, browser, path } = await givenBrowser()
    const { body } = await shop.post('/customers', { email: 'saraa@example.com' }).expect(201)
    const { id } = (body as { data: { id: number } }).data
    expect((await browser.get(path(`/customers/${id}`))).status).to.equal(200)
    const other = await browser.get(path(`/customers/${id}`, 'live'))
    expect(textOf(other)).to.include('belong to test mode')
  })
})
