import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { runImport } from '../../common/services/statements/run-import.ts'
import { csv } from '../statements/files.ts'
import { givenMember } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0

describe('the way back from an object, in a browser', () => {
  const pages = withMemberPages()

  async function open() {
    const transfer = await givenReported()
    const { shop } = transfer
    const email = `way-back-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email)
    const page = await (await pages.signedIn(email)).newPage()
    const errors = consoleErrorsOf(page)
    return { ...transfer, page, errors, home: `/dashboard/${shop.projectId}/test` }
  }

  const goBack = (page: Page) => page.locator('[data-way-back]').click()
  const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

  it('leads to the list with its search or filter, also after a press, and else to the whole list', async () => {
    const { page, errors, home, paymentId, payment } = await open()
    const { reference } = await payment()
    for (const query of [`q=${reference!}`, 'status=pending']) {
      await page.goto(`${home}/payments?${query}`)
      await page.locator('.rows .what a').first().click()
      await page.locator('[data-way-back]').waitFor()
      if (query.startsWith('status')) {
        await page.locator('main').getByRole('button', { name: 'Confirm' }).first().click()
        await page.getByText('Paid').first().waitFor()
        await page.reload()
      }
      await goBack(page)
      await page.waitForURL(`**/payments?${query}`)
    }
    await page.goto(home)
    await page.goto(`${home}/payments/${paymentId}`)
    await goBack(page)
    await page.waitForURL('**/payments')
    expect(address(page)).to.equal(`${home}/payments`)
    expect(errors).to.deep.equal([])
  })

  it('leads to the payments to check and the place in them, also after a rejection', async () => {
    const { page, errors, home, paymentId } = await open()
    const place = `${home}/payments/waiting?after=${paymentId - 1}`
    await page.goto(`${place}&decided=${paymentId}`)
    const heading = await page.locator('h1').textContent()
    await page.locator('.tasks summary').first().click()
    await page.locator('a[href*="open="]').first().click()
    await page.locator('[data-way-back]').waitFor()
    expect(await page.locator('[data-way-back]').textContent()).to.include(heading!)
    await page.locator('main').getByRole('button', { name: 'Reject' }).last().click()
    await page.getByText('Rejected').first().waitFor()
    await goBack(page)
    await page.waitForURL(`**${place}`)
    expect(errors).to.deep.equal([])
  })

  it('leads to the statement from a payment of one of its lines', async () => {
    const { page, home, shop, payment } = await open()
    const { reference } = await payment()
    const day = now().toISOString().slice(0, 10)
    const file = csv([
      ['Огноо', 'Утга', 'Орлого'],
      [day, `Захиалга ${reference!}`, '20000'],
    ])
    await page.goto(`${home}/payments/import`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: file })
    await page.locator('form.sheet-form button[type=submit]').click()
    await page.waitForURL('**/payments/import/*')
    const review = address(page)
    await runImport(
      (await cachedProject(shop.projectId))!,
      Number(review.split('/').at(-1)),
      atomically,
      atomicallyTogether,
    )
    await page.goto(review)
    const heading = await page.locator('h1').textContent()
    await page.locator('.rows a[href*="/payments/"]').first().click()
    await page.locator('[data-way-back]').waitFor()
    expect(await page.locator('[data-way-back]').textContent()).to.include(heading!)
    await goBack(page)
    await page.waitForURL(`**${review}`)
  })

  it('shows the form of a statement again after its error, not an error of the browser', async () => {
    const { page, home } = await open()
    await page.goto(`${home}/payments/import`)
    await page.locator('form.sheet-form button[type=submit]').click()
    await page.locator('#file-error').waitFor()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.waitForURL('**/customers')
    await page.goBack()
    await page.waitForURL('**/payments/import')
    expect(await page.locator('#file').count()).to.equal(1)
    expect(await page.locator('#file-error').count()).to.equal(0)
  })

  it('asks before a form with typed text is left', async () => {
    const { page, errors, home } = await open()
    const questions: string[] = []
    let stay = true
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void (stay ? dialog.dismiss() : dialog.accept())
    })
    const name = page.getByLabel('Name', { exact: true }).first()
    const menu = page.getByRole('link', { name: 'Payments', exact: true })
    await page.goto(`${home}/products/new`)
    await menu.click()
    await page.waitForURL('**/payments')
    expect(questions, 'nothing is typed').to.deep.equal([])

    await page.goto(`${home}/products/new`)
    await name.fill('Half a')
    await Promise.all([page.waitForEvent('dialog'), menu.click()])
    expect(questions).to.deep.equal(['beforeunload'])
    expect(await name.inputValue()).to.equal('Half a')
    stay = false
    await menu.click()
    await page.waitForURL('**/payments')
    expect(questions).to.have.length(2)

    await page.goto(`${home}/products/new`)
    await name.fill('Whole')
    await page.locator('form.sheet-form .bar button').click()
    await page.waitForURL(/products\/\d+/)
    expect(questions, 'a form that is saved').to.have.length(2)
    expect(errors).to.deep.equal([])
  })
})
