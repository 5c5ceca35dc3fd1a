import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Role } from '../../common/domain/members/role.ts'
import { faultsOf } from '../support/axe.ts'
import { givenMember } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0

describe('keys of the dashboard, in a browser', () => {
  const pages = withMemberPages()

  async function open(below = '', role: Role = 'owner') {
    const { shop } = await givenReported() // a list without objects has no search
    const email = `keys-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email, role)
    const context = await pages.signedIn(email)
    const page = await context.newPage()
    const errors = consoleErrorsOf(page)
    const home = `/dashboard/${shop.projectId}/test`
    await page.goto(home + below)
    return { page, errors, home, context, shop }
  }

  const isOpen = (page: Page) => page.evaluate<boolean>("document.querySelector('#keys').open")
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.id')
  const pathOf = (page: Page) => new URL(page.url()).pathname

  /** Presses keys that must do nothing, and then checks that nothing has happened. */
  async function ignores(page: Page, ...keys: string[]): Promise<void> {
    const url = page.url()
    const before = await focused(page)
    for (const key of keys) await page.keyboard.press(key)
    expect([page.url(), await focused(page), await isOpen(page)]).to.deep.equal([url, before, false])
  }

  it('g and a letter lead to each section, as the list of keys says', async () => {
    const { page, errors } = await open()
    const links = await page
      .locator('.pages [data-key]')
      .evaluateAll((found) =>
        (found as unknown as { href: string; dataset: { key: string } }[]).map(({ href, dataset }) => [
          dataset.key,
          href,
        ]),
      )
    const listed = await page.locator('#keys dt').allTextContents()
    expect(links.length).to.be.at.least(14)
    expect(new Set(links.map(([key]) => key)).size, 'each letter once').to.equal(links.length)
    for (const [key, href] of links) {
      expect(listed).to.include(`g ${key}`)
      await page.keyboard.press('g')
      await page.keyboard.press(key!)
      await page.waitForURL(href!)
      await page.locator('.pages [aria-current]').waitFor({ state: 'attached' })
    }
    // On a busy machine Chromium drops the animation between two pages, and reports that as an error of the page.
    expect(errors.filter((error) => !error.startsWith('Transition was aborted'))).to.deep.equal([])
  })

  it('g p leads to the payments, also on a Cyrillic keyboard', async () => {
    const { page, home } = await open()
    for (const [key, code] of [
      ['а', 'KeyG'],
      ['з', 'KeyP'],
    ])
      await page.evaluate(
        `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key!}', code: '${code!}', bubbles: true }))`,
      )
    await page.waitForURL(`**${home}/payments`)
  })

  it('a letter without g, or after another key, does nothing', async () => {
    const { page } = await open()
    await ignores(page, 'p', 'g', 'x', 'p', 'g', 'Escape', 'p')
  })

  it('a letter long after g does nothing', async () => {
    const { page } = await open()
    await page.clock.install()
    await page.keyboard.press('g')
    await page.clock.runFor(10_000)
    await ignores(page, 'p')
  })

  it('/ goes to the search and selects its text; without a search, to the one of the payments', async () => {
    const { page, home } = await open('/customers?q=saraa')
    await page.keyboard.press('/')
    expect(await focused(page)).to.equal('q')
    await page.keyboard.type('b/?gp')
    expect(await page.getByRole('searchbox').inputValue()).to.equal('b/?gp')
    await page.goto(home)
    await page.keyboard.press('/')
    await page.waitForURL(`**${home}/payments#q`)
    await page.locator('#q:focus').waitFor()
  })

  it('? lists the keys in a dialog. Escape closes it, and the focus returns', async () => {
    const { page, errors } = await open('/payments')
    const link = page.getByRole('link', { name: 'Customers' })
    await link.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    expect(await page.evaluate("document.querySelector('#keys').matches(':modal')")).to.equal(true)
    expect(await page.evaluate("document.querySelector('#keys').contains(document.activeElement)")).to.equal(
      true,
    )
    expect(await faultsOf(page)).to.deep.equal([])
    const url = page.url()
    for (const key of ['g', 'p', '/', '?']) await page.keyboard.press(key)
    expect([page.url(), await isOpen(page)]).to.deep.equal([url, true])
    await page.keyboard.press('Escape')
    expect([await isOpen(page), await link.evaluate((one) => one.matches(':focus'))]).to.deep.equal([
      false,
      true,
    ])
    await page.keyboard.press('?')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect([await isOpen(page), await link.evaluate((one) => one.matches(':focus'))]).to.deep.equal([
      false,
      true,
    ])
    expect(errors).to.deep.equal([])
  })

  it('a button in the navigation opens the list, too', async () => {
    const { page } = await open()
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await button.click()
    expect(await isOpen(page)).to.equal(true)
    await page.keyboard.press('Escape')
    expect(await button.evaluate((one) => one.matches(':focus'))).to.equal(true)
  })

  it('no key works with Ctrl, Alt or Meta, or while it is held down', async () => {
    const { page } = await open('/payments')
    for (const modifier of ['Control', 'Alt', 'Meta']) {
      // Only the page is asked: the browser has uses of its own for some of these.
      for (const key of ['/', '?', 'g'])
        await page.evaluate(
          `document.body.dispatchEvent(new KeyboardEvent('keydown',
            { key: '${key}', ${modifier === 'Control' ? 'ctrl' : modifier.toLowerCase()}Key: true, bubbles: true }))`,
        )
      await ignores(page, 'c')
    }
    await page.evaluate(
      "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', repeat: true, bubbles: true }))",
    )
    expect(await isOpen(page)).to.equal(false)
  })

  for (const field of ['searchbox', 'combobox'] as const)
    it(`no key works in a ${field}`, async () => {
      const { page } = await open('/payments')
      await page.locator('.filters summary').click()
      await page.getByRole(field).first().focus()
      await ignores(page, '/', '?', 'g', 'c')
    })

  it('no key works in a text area, but in a box to tick', async () => {
    const { page, home } = await open('/products/new')
    await page.locator('textarea').first().focus()
    await ignores(page, '/', '?', 'g', 'c')
    await page.goto(`${home}/invoices/new`)
    await page.locator('[type=checkbox]:visible').first().focus()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(`**${home}/customers`)
  })

  it('a member can switch the keys off, and on again', async () => {
    const { page } = await open()
    const box = page.getByLabel('Use these keys')
    await page.keyboard.press('?')
    await box.uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await ignores(page, '?', '/', 'g', 'c')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await box.check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await isOpen(page)).to.equal(true)
  })

  it('a viewer has keys for the sections of a viewer only', async () => {
    const { page } = await open('', 'viewer')
    expect(await page.locator('#keys dt', { hasText: 'g t' }).count()).to.equal(0)
    await ignores(page, 'g', 't')
    expect(pathOf(page)).to.match(/test$/)
  })

  it('nothing about them is shown without scripts', async () => {
    const { shop } = await open()
    const email = `keys-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email)
    const context = await pages.signedIn(email, { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/dashboard/${shop.projectId}/test`)
    expect(await page.getByText('Keyboard shortcuts').filter({ visible: true }).count()).to.equal(0)
  })
})
