import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Role } from '../../common/domain/members/role.ts'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { runImport } from '../../common/services/statements/run-import.ts'
import { csv } from '../statements/files.ts'
import { givenMember } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import { givenCustomer, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { Visitor } from '../support/given/payment-link.ts'
import { givenReported, givenTransfer } from '../support/given/transfer.ts'
import { readCode } from '../support/read-code.ts'

let members = 0

/** The work of a shop in a day, in a real browser with scripts. Other tests check the rules behind each page. */
describe('a day in the dashboard, in a browser', function () {
  this.timeout(180_000)
  const pages = withMemberPages()

  async function signIn(shop: Merchant, role: Role = 'owner') {
    const email = `day-${(members += 1)}@example.com`
    const memberId = await givenMember(shop.projectId, email, role)
    const context = await pages.signedIn(email)
    const page = await context.newPage()
    return { page, email, memberId, errors: consoleErrorsOf(page), home: `/dashboard/${shop.projectId}/test` }
  }

  const paidOf = async (shop: Merchant) =>
    (await shop.get('/payments?status=paid&limit=100').expect(200)).body.data as { id: number }[]
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  it('confirms 30 transfers with one press', async () => {
    const shop = await givenTransferShop()
    for (let made = 0; made < 30; made += 1) await givenReported(shop)
    const { page, errors, home } = await signIn(shop, 'staff')
    await page.goto(home)
    await page.getByRole('link', { name: '30 payments to check' }).click()
    await page.getByLabel('Tick all').check()
    await button(page, 'Confirm 30 ticked, ₮750,000').click()
    await page.getByText('You confirmed 30 payments').waitFor()
    expect(await paidOf(shop)).to.have.length(30)
    expect(errors).to.deep.equal([])
  })

  it('imports a statement of 10,000 lines of every kind, and nothing when it is imported again', async () => {
    const shop = await givenTransferShop()
    const givenReference = async () => {
      const transfer = await givenTransfer(shop)
      return { ...transfer, reference: (await transfer.payment()).reference! }
    }
    const [one, two, three, partial, known, ended] = [
      await givenReference(),
      await givenReference(),
      await givenReference(),
      await givenReference(),
      await givenReference(),
      await givenReference(),
    ]
    await known.confirm().expect(200)
    await shop.post(`/checkouts/${ended.id}/expire`).expect(200)
    const day = now().toISOString().slice(0, 10)
    const line = (text: string, credit: string, debit = '') => [day, text, credit, debit]
    const lines = [
      ...[one, two, three, known, ended].map(({ reference }) => line(`Order ${reference}`, '25000')),
      line(`Order ${partial.reference}`, '24000'),
      line(`Order ${one.reference} again`, '25000'),
      line('Order', '5x0'),
      line('Rent', '', '900000'),
    ]
    const others = Array.from({ length: 10_000 - lines.length }, (_, index) =>
      line(`Salary ${index}`, String(1_000 + index)),
    )
    const file = {
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: csv([['Огноо', 'Утга', 'Орлого', 'Зарлага'], ...lines, ...others]),
    }
    const { page, errors, home } = await signIn(shop)
    const upload = async () => {
      await page.goto(`${home}/payments/import`)
      await page.getByLabel('The bank’s file').setInputFiles(file)
      await button(page, 'Upload and compare').click()
      await page.getByRole('heading', { name: 'Check the statement' }).waitFor()
      await page.getByText('All lines of the file').click()
    }
    /** Returns how many lines the page counts for each result. */
    const counts = async () => {
      const rows = page.getByRole('table', { name: 'All lines of the file' }).locator('tbody tr')
      return Object.fromEntries(
        (await rows.allInnerTexts()).map((row) => {
          const cells = row.split('\t').map((cell) => cell.trim())
          return [cells[0]!.split('\n')[0], cells.at(-1)]
        }),
      ) as Record<string, string>
    }
    const unchanged = {
      'Amount differs': '1',
      'No payment found': '9,991',
      'Paid twice': '1',
      'Too late': '1',
      'Cannot be read': '1',
    }
    await upload()
    expect(await counts()).to.deep.equal({
      ...unchanged,
      'Reference and amount match': '3',
      'Recorded before': '1',
    })
    expect(await page.getByText('1 line of money that went out is skipped.').count()).to.equal(1)
    await button(page, 'Confirm 3 payments, ₮75,000').click()
    await page.getByRole('heading', { name: 'Payments are being confirmed' }).waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await runImport((await cachedProject(shop.projectId))!, id, atomically, atomicallyTogether)
    await page.getByRole('heading', { name: 'Result of the import' }).waitFor() // the page refreshes itself
    expect(await paidOf(shop)).to.have.length(4)
    await upload()
    expect(await counts()).to.deep.equal({ ...unchanged, 'Recorded before': '4' })
    expect(
      await page.getByText('Nothing new to confirm: 4 lines of this file were recorded before.').count(),
    ).to.equal(1)
    expect(await paidOf(shop)).to.have.length(4)
    expect(errors).to.deep.equal([])
  })

  it('finds a customer by half a name, helps them with a link to their own page, and returns a part of the money', async () => {
    const shop = await givenTransferShop()
    const customer_id = await givenCustomer(shop, { name: 'Saruul Bold', email: 'saruul@example.com' })
    const transfer = await givenReported(shop, { ...tea(), customer_id })
    await transfer.confirm().expect(200)
    const { page, errors, home } = await signIn(shop)
    await page.goto(`${home}/customers`)
    await page.getByRole('searchbox').fill('Saru')
    await button(page, 'Search').click()
    await page.getByRole('link', { name: 'Saruul Bold' }).click()
    const copied = await page.locator('[data-copy*="/portal/"]').getAttribute('data-copy')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Copy portal link').click()
    await page.locator('[data-copy*="/portal/"]').filter({ hasText: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(copied)
    const customer = await (await page.context().browser()!.newContext()).newPage()
    await customer.goto(copied!)
    await customer.locator('main[data-state=portal]').waitFor()
    await page.locator(`a[href$="/payments/${transfer.paymentId}"]`).first().click()
    await page.getByText('Record a refund').first().click()
    await page.getByLabel('Amount to refund').fill('10000')
    await button(page, 'Record the refund').click()
    await page.getByText('Partly refunded').waitFor()
    expect(await transfer.payment()).to.include({ amount_refunded: 10_000, status: 'paid' })
    expect(errors).to.deep.equal([])
  })

  it('makes a payment link, prints it, and two people who read the paper pay', async () => {
    const shop = await givenTransferShop()
    const { page, errors, home } = await signIn(shop, 'staff')
    await page.goto(`${home}/payment-links`)
    await page.getByRole('link', { name: 'New payment link' }).click()
    await page.getByLabel('Name of the item').first().fill('Concert ticket')
    await page.getByLabel('Unit price').first().fill('20000')
    await button(page, 'Create the payment link').click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Print poster' }).first().click()
    const poster = await opening
    await poster.emulateMedia({ media: 'print' })
    const reader = await page.context().newPage()
    const address = await readCode(reader, poster.locator('.poster'))
    expect(address).to.equal(await page.locator('[data-copy*="/l/"]').first().getAttribute('data-copy'))
    expect(await poster.locator('button:visible').count()).to.equal(0)
    for (const email of ['one@example.com', 'two@example.com']) {
      const { customer } = await new Visitor(address!).buy(shop)
      await customer.pay({ payment_method: 'test', email })
    }
    await page.reload()
    await page.getByText(/Sales\s*2/).waitFor()
    expect(await paidOf(shop)).to.have.length(2)
    expect(errors).to.deep.equal([])
  })

  it('adds a member, demotes them while they fill in a form, and removes them while they look at a page', async () => {
    const shop = await givenTransferShop()
    const owner = await signIn(shop)
    const email = `day-${(members += 1)}@example.com`
    await owner.page.goto(`${owner.home}/members`)
    await owner.page.getByRole('link', { name: 'Add a member' }).click()
    await owner.page.getByLabel('Email address').fill(email)
    await owner.page.getByLabel('Role').selectOption('staff')
    await button(owner.page, 'Add a member').click()
    await owner.page.getByRole('link', { name: email }).click()
    const member = await (await pages.signedIn(email)).newPage()
    await member.goto(`${owner.home}/checkouts`)
    expect(await member.getByRole('heading', { name: 'Checkouts' }).count()).to.equal(1)
    await member.getByRole('link', { name: 'New checkout' }).click()
    await member.getByLabel('Name of the item').first().fill('Concert ticket')
    await member.getByLabel('Unit price').first().fill('20000')
    await owner.page.getByText('More', { exact: true }).click()
    await owner.page.getByText('Change the role').first().click()
    await owner.page.getByLabel('Role').selectOption('viewer')
    await button(owner.page, 'Change the role').click()
    await owner.page.locator('dd', { hasText: 'Viewer' }).waitFor()
    // The page that they had open as staff changes nothing, and names their role of now.
    await button(member, 'Create the checkout').click()
    await member.getByText('Your role here is “viewer”, which does not include this.').waitFor()
    expect((await shop.get('/checkouts').expect(200)).body.data).to.deep.equal([])
    await member.goto(`${owner.home}/checkouts`)
    await member.getByRole('heading', { name: 'Checkouts' }).waitFor()
    expect(await member.getByRole('link', { name: 'New checkout' }).count()).to.equal(0)
    await owner.page.getByText('More', { exact: true }).click()
    await owner.page.getByText('Remove this member').first().click()
    await button(owner.page, 'Remove this member').click()
    await owner.page.getByRole('heading', { name: 'Members' }).waitFor()
    await member.reload()
    await member.getByText('Your access to the dashboard has ended.').waitFor()
    expect(owner.errors).to.deep.equal([])
  })

  it('tells the second of two people who decide about one transfer what the first one did', async () => {
    const transfer = await givenReported()
    const [one, two] = [await signIn(transfer.shop), await signIn(transfer.shop)]
    const path = `${one.home}/payments/${transfer.paymentId}`
    for (const { page } of [one, two]) await page.goto(path)
    await button(one.page, 'Confirm the payment').click()
    await one.page.getByText('You confirmed it on').waitFor()
    await two.page.getByText('More', { exact: true }).click()
    await two.page.getByText('Reject the payment').first().click()
    await two.page.getByRole('radio').first().check()
    await button(two.page, 'Reject the payment').click()
    await two.page.getByText(`${one.email} confirmed it on`).waitFor()
    expect(await transfer.payment()).to.include({ status: 'paid', verified_by: one.email })
  })
})
