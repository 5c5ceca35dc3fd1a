import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMember, MemberBrowser } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import type { Merchant } from '../support/given/merchant.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0

describe('an open page of the dashboard, in a browser', () => {
  const pages = withMemberPages()
  afterEach(() => setClock())

  /** Opens a page of a shop with a reported transfer, with a clock that the test moves. */
  async function open(path: string | ((paymentId: number) => string), shop?: Merchant) {
    const transfer = await givenReported(shop)
    const email = `live-${(members += 1)}@example.com`
    await givenMember(transfer.shop.projectId, email)
    const context = await pages.signedIn(email)
    const home = `/dashboard/${transfer.shop.projectId}/test`
    const tab = async (below: string) => {
      const page = await context.newPage()
      await page.clock.install()
      const errors = consoleErrorsOf(page)
      await page.goto(home + below)
      return { page, errors }
    }
    const below = typeof path === 'string' ? path : path(transfer.paymentId)
    return { ...transfer, ...(await tab(below)), tab, context, home, below }
  }

  /** Lets the time pass after which an open page asks for what is new, and waits for the answer. */
  async function refresh(page: Page): Promise<void> {
    const answered = page.evaluate(`new Promise((answered) =>
      document.addEventListener('htmx:finally:request', answered, { once: true }))`)
    await page.clock.fastForward(21_000)
    await answered
    await page.clock.runFor(100)
  }

  const lines = (page: Page) => page.locator('article.to-tick')
  const notice = (page: Page, text: string) => page.locator('.live', { hasText: text })
  const rows = (page: Page, count: number) =>
    page.locator(`tbody:not(:has(tr:nth-child(${count + 1}))) tr:nth-child(${count})`).waitFor()
  const said = (page: Page) => page.locator('[data-status]').textContent()

  it('shows a transfer that is reported meanwhile, and announces the change to screen readers', async () => {
    const { page, shop, errors } = await open('/payments/waiting')
    await refresh(page)
    expect([await lines(page).count(), await said(page)]).to.deep.equal([1, ''])
    await givenReported(shop)
    await refresh(page)
    expect([await lines(page).count(), await said(page)]).to.deep.equal([2, 'This page has new content.'])
    expect(errors).to.deep.equal([])
  })

  it('shows figures that are being counted two seconds later', async () => {
    const noon = new Date('2026-08-12T12:00:00Z')
    setClock(() => noon)
    const { confirm, shop, tab } = await open('/payments/waiting')
    await confirm().expect(200)
    const counted = (changes: string) =>
      onConnection((sql) =>
        sql.run(`UPDATE figures SET took = 0, ${changes} WHERE project_id = ?`, [shop.projectId]),
      )
    const first = await tab('')
    await first.page.getByText('Counted less than a minute ago').waitFor()
    setClock(() => later(noon, 5 * MINUTE))
    await counted("claimed_until = '2026-08-12 13:00'") // by another process
    const { page, errors } = await tab('')
    await page.getByText('Counted 5 minutes ago').waitFor()
    await counted('claimed_until = NULL')
    await page.clock.fastForward(3_000)
    await page.getByText('Counted less than a minute ago').waitFor()
    expect(errors).to.deep.equal([])
  })

  it('keeps ticks, the focus and the place, and never gives the tick of one transfer to another', async () => {
    const { page, shop, confirm, paymentId } = await open('/payments/waiting')
    const second = await givenReported(shop)
    await page.reload()
    const box = (id: number) => page.locator(`[name=payment_${String(id)}]`)
    await box(second.paymentId).check()
    await box(paymentId).check()
    const button = () => page.locator('[value=confirm]').textContent()
    expect(await button()).to.equal('Confirm 2 ticked, ₮50,000')
    await box(second.paymentId).focus()
    const third = await givenReported(shop)
    await confirm().expect(200)
    await refresh(page)
    expect(await box(paymentId).count()).to.equal(0)
    expect([await box(second.paymentId).isChecked(), await box(third.paymentId).isChecked()]).to.deep.equal([
      true,
      false,
    ])
    expect(await button()).to.equal('Confirm 1 ticked, ₮25,000')
    expect(await page.evaluate('document.activeElement.name')).to.equal(`payment_${second.paymentId}`)
  })

  it('says in the button how many are ticked and their sum, and ticks all with one press', async () => {
    const { page, shop, home } = await open('/payments/waiting')
    await givenReported(shop)
    await page.reload()
    await page.getByLabel('Tick all').check()
    await page.getByLabel('Tick all').uncheck()
    const button = page.locator('[value=confirm]')
    expect(await button.textContent()).to.equal('Confirm ticked payments')
    await lines(page).first().getByRole('checkbox').check()
    expect(await button.textContent()).to.equal('Confirm 1 ticked, ₮25,000')
    await page.getByLabel('Tick all').check()
    expect(await button.textContent()).to.equal('Confirm 2 ticked, ₮50,000')
    await refresh(page)
    expect([await button.textContent(), await said(page)]).to.deep.equal(['Confirm 2 ticked, ₮50,000', ''])
    await givenReported(shop)
    await refresh(page)
    expect(await page.getByLabel('Tick all').isChecked()).to.equal(false)
    await page.getByLabel('Tick all').check()
    expect(await button.textContent()).to.equal('Confirm 3 ticked, ₮75,000')
    await page.getByLabel('Tick all').uncheck()
    expect(await button.textContent()).to.equal('Confirm ticked payments')
    await page.goto(`${home}/payments/waiting?lang=mn`)
    await lines(page).first().getByRole('checkbox').check()
    expect(await button.textContent()).to.equal('Баталгаажуулах: 1, ₮\u00a025,000')
  })

  it('keeps what is being typed and what is unfolded, while the rest changes', async () => {
    const { page, shop } = await open('/payments')
    await page.getByLabel('From').waitFor({ state: 'attached' })
    await page.locator('.filters summary').click()
    await page.getByRole('searchbox').fill('4829')
    await page.getByRole('searchbox').press('ArrowLeft')
    await givenReported(shop)
    await refresh(page)
    expect(await page.locator('tbody tr').count()).to.equal(2)
    expect(await page.getByRole('searchbox').inputValue()).to.equal('4829')
    expect(
      await page.evaluate('[document.activeElement.id, document.activeElement.selectionStart]'),
    ).to.deep.equal(['q', 3])
    expect(await page.locator('.filters').getAttribute('open')).to.equal('')
  })

  it('stays at its place when rows are added above it', async () => {
    const { page, shop, paymentId } = await open('/payments')
    await copy(paymentId, 40)
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.reload()
    const row = page.locator('tbody tr').nth(25)
    await row.scrollIntoViewIfNeeded()
    await page.evaluate('scrollBy(0, 200)')
    const id = await row.getAttribute('id')
    const place = async () => Math.round((await page.locator(`#${id}`).boundingBox())!.y)
    const before = await place()
    await givenReported(shop)
    await refresh(page)
    expect(await page.locator('tbody tr').count()).to.be.above(41)
    expect(await place()).to.be.closeTo(before, 2)
  })

  it('keeps a reason that is being typed, and says that someone else has decided', async () => {
    const { page, confirm } = await open((id) => `/payments/${id}`)
    await page.locator('.drop > summary', { hasText: 'More' }).click()
    await page.locator('#action-reject summary').click()
    await page.locator('#action-reject [name=reason_choice]').last().check()
    const reason = page.locator('#action-reject textarea')
    await reason.fill('Not in the account')
    await confirm().expect(200)
    await refresh(page)
    expect(await reason.inputValue()).to.equal('Not in the account')
    await notice(page, 'What you typed is kept').waitFor()
    await page.getByRole('link', { name: 'Load it again' }).click()
    await page.locator('.heading .pill', { hasText: 'Paid' }).waitFor()
  })

  it('shows a payment that is confirmed meanwhile', async () => {
    const { page, confirm } = await open((id) => `/payments/${id}`)
    await confirm().expect(200)
    await refresh(page)
    expect(await page.locator('.heading .pill').textContent()).to.equal('Paid')
    expect(await page.locator('#action-confirm').count()).to.equal(0)
    expect(await said(page)).to.equal('This page has new content.')
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.clock.fastForward(60_000)
    await page.clock.runFor(2_000)
    expect(asked, 'requests about a payment that is decided').to.equal(0)
  })

  it('asks for nothing in a hidden tab, and at once when it is shown again', async () => {
    const { page, shop } = await open('')
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    await page.clock.fastForward(120_000)
    await page.clock.runFor(3_000)
    expect(asked).to.equal(0)
    await givenReported(shop)
    await page.evaluate('delete document.hidden')
    await refresh(page)
    expect(await page.locator('.tasks').textContent()).to.include('2 payments to check')
  })

  it('shows a notice when the network is lost, keeps its content, and continues later by itself', async () => {
    const { page, context, shop } = await open('/payments/waiting')
    await context.setOffline(true)
    await page.clock.fastForward(21_000)
    await notice(page, 'No connection.').waitFor()
    await page.clock.runFor(100)
    expect([await lines(page).count(), await said(page)]).to.deep.equal([
      1,
      'No connection. This page may be out of date. It tries again by itself.',
    ])
    await givenReported(shop)
    await context.setOffline(false)
    await refresh(page)
    expect([await lines(page).count(), await page.locator('.live:visible').count()]).to.deep.equal([2, 0])
  })

  it('keeps what it shows while the service has an error', async () => {
    const { page } = await open('/payments/waiting')
    await page.route('**/payments/waiting', (route) => route.fulfill({ status: 503, body: 'Later' }))
    await refresh(page)
    await notice(page, 'No connection.').waitFor()
    expect(await lines(page).count()).to.equal(1)
    await page.unroute('**/payments/waiting')
    await refresh(page)
    expect(await page.locator('.live').isHidden()).to.equal(true)
  })

  it('stops after a sign-out in another tab, and shows no sign-in page inside of it', async () => {
    const { page, tab } = await open('/payments/waiting')
    const other = await tab('')
    await other.page.getByRole('button', { name: 'Sign out' }).click()
    await other.page.getByLabel('Email').waitFor()
    await refresh(page)
    await notice(page, 'You are signed out').waitFor()
    expect([await lines(page).count(), await page.getByLabel('Email').count()]).to.deep.equal([1, 0])
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.clock.fastForward(60_000)
    await page.clock.runFor(2_000)
    expect(asked).to.equal(0)
    await page.getByRole('link', { name: 'Load it again' }).click()
    await page.getByLabel('Email').waitFor()
  })

  it('shows in one tab what was confirmed in another', async () => {
    const { page, tab } = await open('/payments/waiting')
    const other = await tab('/payments/waiting')
    await other.page.locator('[type=checkbox][name^=payment]').check()
    await other.page.getByRole('button', { name: 'Confirm' }).click()
    await other.page.getByText('You confirmed').waitFor()
    await refresh(page)
    expect(await lines(page).count()).to.equal(0)
    await page.getByText('Nothing to check.').waitFor()
  })

  it('removes the notice about a kept form when it shows another page in place', async () => {
    const { page, context, shop, errors } = await open('/payments/waiting?after=1')
    const email = `live-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email)
    const notice = page.getByText('You were signed out before this was saved.')
    const { cookies } = await MemberBrowser.of(email)
    const url = config().baseUrl
    await context.addCookies([{ name: 'tolbor_dashboard', value: cookies.get('tolbor_dashboard')!, url }])
    // This page belongs to the former session.
    await page.locator('[name^=payment_]').first().check()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await notice.waitFor()
    await page.locator('.pager a').click()
    await page.waitForURL(/waiting$/)
    await notice.waitFor({ state: 'detached' })
    expect(errors).to.deep.equal([])
  })

  it('does not keep a session open that no one uses', async () => {
    const { page } = await open('/payments/waiting')
    const used = () =>
      onConnection((sql) =>
        sql.row<{ used: Date }>('SELECT MAX(last_used_at) AS used FROM dashboard_sessions'),
      )
    await onConnection((sql) =>
      sql.run('UPDATE dashboard_sessions SET last_used_at = last_used_at - INTERVAL 1 DAY'),
    )
    const before = await used()
    await refresh(page)
    expect(await used()).to.deep.equal(before)
  })

  describe('with filters', () => {
    it('changes the list in place, and goes back to what was shown before', async () => {
      const { page, errors, confirm, shop } = await open('/payments')
      await confirm().expect(200)
      await givenReported(shop)
      await page.reload()
      await page.evaluate('window.isSamePage = true')
      const chips = page.locator('.chips')
      await chips.getByText('To check').click()
      await page.waitForURL(/status=pending/)
      await rows(page, 1)
      expect(await page.locator('.languages a').last().getAttribute('href')).to.include('status=pending')
      await page.getByRole('link', { name: 'Show all' }).click()
      await rows(page, 2)
      expect(await chips.locator('[aria-current]').textContent()).to.equal('All')
      await page.goBack()
      await rows(page, 1)
      expect(await chips.locator('[aria-current]').textContent()).to.equal('To check')
      await page.goBack()
      await rows(page, 2)
      await page.goForward()
      await rows(page, 1)
      expect(await page.evaluate('window.isSamePage')).to.equal(true)
      expect(errors).to.deep.equal([])
      await refresh(page)
      await rows(page, 1)
    })

    it('keeps the chosen status when another filter is set, which a link then names and removes', async () => {
      const { page } = await open('/payments?status=pending')
      await page.locator('.filters summary').click()
      await page.locator('[name=method]').selectOption('bank_transfer')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.waitForURL(/status=pending&method=bank_transfer/)
      const set = page.locator('.set-filters a', { hasText: 'Method: Bank transfer' })
      await set.waitFor()
      expect(await page.locator('.chips [aria-current]').textContent()).to.equal('To check')
      await set.click()
      await page.waitForURL(/\?status=pending$/)
    })

    it('searches in place, twice in a row', async () => {
      const { page, payment, shop } = await open('/payments')
      const other = await givenReported(shop)
      await page.evaluate('window.isSamePage = true')
      for (const { reference } of [await payment(), await other.payment()]) {
        await page.getByRole('searchbox').fill(reference!)
        await page.getByRole('searchbox').press('Enter')
        await page.locator('tbody', { hasText: reference! }).waitFor()
        await rows(page, 1)
      }
      await page.getByRole('searchbox').fill('1')
      await page.getByRole('searchbox').press('Enter')
      await page.locator('#q-error').waitFor()
      expect(await page.evaluate('window.isSamePage')).to.equal(true)
    })

    it('shows older rows in place, from their top, and newer ones again after "back"', async () => {
      const { page, paymentId } = await open('/payments')
      await copy(paymentId, 60)
      await page.reload()
      await page.evaluate('window.isSamePage = true')
      await page.getByRole('link', { name: 'Older' }).click()
      await rows(page, 11)
      expect(await page.evaluate('document.activeElement.localName')).to.equal('h1')
      await page.goBack()
      await rows(page, 50)
      expect(await page.evaluate('window.isSamePage')).to.equal(true)
    })

    it('leads to the sign-in page after a sign-out', async () => {
      const { page, tab } = await open('/payments')
      const other = await tab('')
      await other.page.getByRole('button', { name: 'Sign out' }).click()
      await other.page.getByLabel('Email').waitFor()
      await page.getByRole('searchbox').fill('482913')
      await page.getByRole('searchbox').press('Enter')
      await page.getByLabel('Email').waitFor()
    })

    it('shows a notice when the network is lost, and works when Enter is pressed again', async () => {
      const { page, context, payment } = await open('/payments')
      const { reference } = await payment()
      await context.setOffline(true)
      await page.getByRole('searchbox').fill(reference!)
      await page.getByRole('searchbox').press('Enter')
      await notice(page, 'No connection.').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).to.equal(reference)
      await context.setOffline(false)
      await page.getByRole('searchbox').press('Enter')
      await page.waitForURL(/q=/)
      await page.locator('.live').waitFor({ state: 'hidden' })
    })
  })

  it('sends no more than the content to a page that asks for what is new', async () => {
    const { context, home } = await open('')
    const size = async (headers: Record<string, string>) =>
      (await (await context.request.get(home, { headers })).body()).length
    const whole = await size({})
    expect(await size({ 'HX-Request': 'true' })).to.be.below(whole / 2)
  })
})

/** Copies a payment, so that a list becomes long. */
async function copy(paymentId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, reference, payable_type, payable_id,
           claimed_at, created_at, updated_at)
         SELECT project_id, is_test, method, status, amount, currency, ?, payable_type, payable_id,
           claimed_at, created_at, updated_at FROM payments WHERE id = ?`,
        [String(n).padStart(6, '0'), paymentId],
      ),
    )
}
