import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { later, MINUTE } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { removeMember } from '../../common/services/members/remove.ts'
import { endAllSessions } from '../../common/services/members/sessions.ts'
import { givenMember, signInEmailsTo } from '../support/given/member.ts'
import { consoleErrorsOf, withMemberPages } from '../support/given/member-pages.ts'
import { givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { givenReported } from '../support/given/transfer.ts'

let members = 0
const LOST = 'We do not know whether this was saved. Check the connection, then press the button again'

describe('a press in the dashboard', () => {
  const pages = withMemberPages()
  afterEach(() => setClock())

  async function open(shop: Merchant, path: string) {
    const email = `network-${(members += 1)}@example.com`
    const id = await givenMember(shop.projectId, email, 'owner')
    const context = await pages.signedIn(email)
    const page = await context.newPage()
    const home = `/dashboard/${shop.projectId}/test`
    await page.goto(`${home}${path}`)
    await page.evaluate('window.isSamePage = true')
    return { page, email, id, context, home }
  }

  const isSamePage = (page: Page) => page.evaluate('window.isSamePage === true')
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent.trim()')
  const notice = (page: Page) => page.locator('.notice.press:visible')
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** Handles the next press with `answer`, and continues with all others. Counts the presses that arrive. */
  async function answerOnce(page: Page, answer: (route: Route) => Promise<void>): Promise<{ count: number }> {
    const presses = { count: 0 }
    await page.route('**/dashboard/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      presses.count += 1
      return presses.count === 1 ? answer(route) : route.continue()
    })
    return presses
  }

  /** Presses a button, and loses the request or its response. */
  async function pressInVain(page: Page, name: string, { arrives }: { arrives: boolean }): Promise<void> {
    await answerOnce(page, async (route) => {
      if (arrives) await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    })
    await button(page, name).click()
    await notice(page).getByText(LOST).waitFor()
    expect(await page.getByRole('alert').filter({ hasText: LOST }).count()).to.equal(1)
    expect(await button(page, name).getAttribute('aria-disabled')).to.equal(null)
    expect(await page.locator('[data-status]').textContent(), 'the next press is announced').to.equal('')
    expect([await isSamePage(page), await focused(page)]).to.deep.equal([true, name])
  }

  const countOf = async (shop: Merchant, path: string) =>
    ((await shop.get(path).expect(200)).body as { data: object[] }).data.length

  async function typeLink(page: Page): Promise<void> {
    await page.getByLabel('Name of the item').first().fill('Concert ticket')
    await page.getByLabel('Unit price').first().fill('20000')
  }

  for (const arrives of [true, false]) {
    const lost = arrives ? 'the response' : 'the request'

    for (const next of ['presses again', 'loads the page again'])
      it(`confirms a transfer once if ${lost} is lost and the member ${next}`, async () => {
        const { shop, paymentId } = await givenReported()
        const { page } = await open(shop, `/payments/${paymentId}`)
        await pressInVain(page, 'Confirm the payment', { arrives })
        expect(await countOf(shop, '/payments?status=paid')).to.equal(arrives ? 1 : 0)
        if (next === 'loads the page again')
          await page.getByRole('link', { name: 'Load the page again' }).click()
        if (next === 'presses again' || !arrives) await button(page, 'Confirm the payment').click()
        await page.getByText('You confirmed it on').waitFor()
        await notice(page).waitFor({ state: 'hidden' })
        expect(await countOf(shop, '/payments?status=paid')).to.equal(1)
        expect(await countOf(shop, '/events?type=checkout.completed')).to.equal(1)
      })

    it(`creates one payment link, as it was typed, if ${lost} is lost and the member presses again`, async () => {
      const shop = await givenTransferShop()
      const { page } = await open(shop, '/payment-links/new')
      await typeLink(page)
      await pressInVain(page, 'Create the payment link', { arrives })
      expect(await countOf(shop, '/payment-links')).to.equal(arrives ? 1 : 0)
      expect(await page.getByLabel('Unit price').first().inputValue()).to.equal('20000')
      await button(page, 'Create the payment link').click()
      await page.getByText('The payment link was created.').waitFor()
      await page.getByRole('heading', { name: 'Concert ticket' }).waitFor()
      expect(await countOf(shop, '/payment-links')).to.equal(1)
    })
  }

  it('shows what was done in the list, if the member goes back to it after a lost answer', async () => {
    const shop = await givenTransferShop()
    const { page } = await open(shop, '/payment-links')
    await page.getByRole('link', { name: 'New payment link' }).click()
    await typeLink(page)
    await page.evaluate('window.isSamePage = true')
    await pressInVain(page, 'Create the payment link', { arrives: true })
    await page.goBack()
    await page.getByRole('link', { name: 'Concert ticket' }).waitFor()
    expect(await countOf(shop, '/payment-links')).to.equal(1)
  })

  it('works again when the device is back online', async () => {
    const shop = await givenTransferShop()
    const { page, context } = await open(shop, '/payment-links/new?lang=mn')
    await page.locator('[name="item[0][name]"]').fill('Тасалбар')
    await page.locator('[name="item[0][amount]"]').fill('20000')
    await context.setOffline(true)
    await page.locator('.sheet-form .primary').click()
    await notice(page).getByText('Хадгалагдсан эсэхийг бид мэдэхгүй байна.').waitFor()
    await context.setOffline(false)
    await page.locator('.sheet-form .primary').click()
    await page.getByRole('heading', { name: 'Тасалбар' }).waitFor()
    expect(await countOf(shop, '/payment-links')).to.equal(1)
  })

  it('shows a notice if no answer comes within 15 seconds', async () => {
    const { shop, paymentId } = await givenReported()
    const { page, context, home } = await open(shop, '')
    await context.clock.install()
    await page.goto(`${home}/payments/${paymentId}`)
    await answerOnce(page, () => new Promise(() => undefined))
    await button(page, 'Confirm the payment').click()
    await page.locator('[aria-disabled=true]').waitFor()
    await page.clock.fastForward(14_000)
    expect(await notice(page).count()).to.equal(0)
    await page.clock.fastForward(1_500)
    await notice(page).waitFor()
    await page.clock.runFor(100)
    await notice(page).getByText(LOST).waitFor()
    expect(await countOf(shop, '/payments?status=paid')).to.equal(0)
  })

  const ERROR = '<title>Error</title><div class="sheet" data-state="error_refused"><h1>Error</h1></div>'
  const ANSWERS: [status: number, body: string, sentence: string, mayLoad: boolean][] = [
    [500, ERROR, 'Something went wrong on our side', true],
    [503, '<h1>503</h1>', 'Something went wrong on our side', true],
    [502, '<html><body>Bad gateway</body></html>', 'Something went wrong on our side', true],
    [413, ERROR, 'That was too much text. Nothing was saved.', false],
    [429, ERROR, 'Too many tries at once. Nothing was saved.', false],
    [409, ERROR, 'Something has changed since you opened the page.', true],
    [
      200,
      '<html><body>Pay for the Wi-Fi of this hotel</body></html>',
      'We do not know whether this was saved',
      true,
    ],
  ]
  for (const [status, body, sentence, mayLoad] of ANSWERS)
    it(`shows a notice and keeps what was typed after ${status} with ${body.slice(0, 30)}`, async () => {
      const shop = await givenTransferShop()
      const { page } = await open(shop, '/payment-links/new')
      await typeLink(page)
      await answerOnce(page, (route) => route.fulfill({ status, body, contentType: 'text/html' }))
      await button(page, 'Create the payment link').click()
      await notice(page).getByText(sentence).waitFor()
      expect(await notice(page).getByRole('link').count()).to.equal(mayLoad ? 1 : 0)
      expect([
        await isSamePage(page),
        await page.getByLabel('Unit price').first().inputValue(),
      ]).to.deep.equal([true, '20000'])
      await button(page, 'Create the payment link').click()
      await page.getByRole('heading', { name: 'Concert ticket' }).waitFor()
      expect(await countOf(shop, '/payment-links')).to.equal(1)
    })

  it('shows its result in place, with the focus on it, and sends one request for two presses', async () => {
    const { shop, paymentId } = await givenReported()
    const { page, home } = await open(shop, '/payments')
    const errors = consoleErrorsOf(page)
    await page.goto(`${home}/payments/${paymentId}`)
    await page.evaluate('window.isSamePage = true')
    let release = (): void => undefined
    const presses = await answerOnce(page, async (route) => {
      await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
    const confirm = page.locator('#action-confirm [type=submit]')
    await confirm.click()
    await page.getByText('Confirming…').first().waitFor()
    expect(await confirm.getAttribute('aria-disabled')).to.equal('true')
    await confirm.click({ force: true }) // without waiting until it is enabled
    await confirm.press('Enter')
    release()
    await page.getByText('You confirmed it on').waitFor()
    expect([await isSamePage(page), presses.count]).to.deep.equal([true, 1])
    expect(await focused(page)).to.include('You confirmed it on')
    expect(await page.locator('.heading .pill').textContent()).to.equal('Paid')
    expect(errors).to.deep.equal([])
    await page.goBack()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
  })

  it('removes the errors of the last press while the form is sent again', async () => {
    const { shop, paymentId } = await givenReported()
    const { page } = await open(shop, `/payments/${paymentId}?arrived=`)
    const form = page.locator('#action-confirm_sum')
    const errors = form.locator('.error, [role=alert]')
    await form.getByLabel('Amount that arrived').fill('all')
    await form.locator('[type=submit]').click()
    await errors.first().waitFor()
    await form.getByLabel('Amount that arrived').fill('25000')
    let release = (): void => undefined
    await answerOnce(page, async (route) => {
      await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
    await form.locator('[type=submit]').click()
    await page.getByText('Confirming…').first().waitFor()
    expect(await errors.count()).to.equal(0)
    release()
    await page.getByText('You confirmed it on').waitFor()
  })

  it('says in place what was done, and the page then stays current with its own scripts', async () => {
    const shop = await givenTransferShop()
    const created = await shop.post('/invoices', { amount: 5_000, auto_advance: false }).expect(201)
    const { id } = (created as { body: { data: { id: number } } }).body.data
    const { page } = await open(shop, `/invoices/${id}`)
    const errors = consoleErrorsOf(page)
    const scripts = () => page.locator('script[src*="/live."]').count()
    expect(await scripts()).to.equal(0)
    await page.locator('#action-finalize [type=submit]').click()
    await page.getByText('Done.', { exact: true }).waitFor()
    expect([await isSamePage(page), await focused(page), await scripts()]).to.deep.equal([true, 'Done.', 1])
    await page.waitForFunction("document.getElementById('content').hasAttribute('hx-get')")
    expect(errors).to.deep.equal([])
    await page.reload()
    expect(await page.getByText('Done.', { exact: true }).count()).to.equal(0)
  })

  it('shows the results of ticked payments in place, and the address keeps them', async () => {
    const { shop } = await givenReported()
    const { page } = await open(shop, '/payments/waiting')
    await page.locator('[type=checkbox][name^=payment]').check()
    await page.locator('form .primary').click()
    await page.getByText('You confirmed').waitFor()
    expect([await isSamePage(page), new URL(page.url()).search]).to.deep.equal([
      true,
      `?decided=${(await shop.get('/payments').expect(200)).body.data[0].id}`,
    ])
    await page.reload()
    await page.getByText('You confirmed').waitFor()
  })

  it('shows errors next to the fields in place, keeps what was typed, and then saves', async () => {
    const shop = await givenTransferShop()
    const { page } = await open(shop, '/payment-links')
    await page.getByRole('link', { name: 'New payment link' }).click()
    await page.evaluate('window.isSamePage = true')
    const errors = consoleErrorsOf(page)
    const title = await page.title()
    await typeLink(page)
    await page.getByLabel('Unit price').first().fill('x')
    await button(page, 'Create the payment link').click()
    const price = page.locator('[name="item[0][amount]"]')
    await page.locator('[name="item[0][amount]"][aria-invalid=true]').waitFor()
    expect([
      await price.inputValue(),
      await page.getByLabel('Name of the item').first().inputValue(),
    ]).to.deep.equal(['x', 'Concert ticket'])
    expect([await isSamePage(page), await page.title()]).to.deep.equal([true, `Error: ${title}`])
    expect(await page.evaluate('document.activeElement.name ?? document.activeElement.localName')).to.match(
      /amount|h2/,
    )
    await price.fill('20000')
    await price.press('Enter')
    await page.getByText('The payment link was created.').waitFor()
    expect(errors.filter((one) => !one.includes('422'))).to.deep.equal([])
    await page.goBack()
    await page.getByRole('button', { name: 'Create the payment link' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Concert ticket' }).waitFor()
    expect(await countOf(shop, '/payment-links')).to.equal(1)
  })

  it('leads to the sign-in after the session has ended, and back to what was typed', async () => {
    const shop = await givenTransferShop()
    const { page, email, id } = await open(shop, '/payment-links/new')
    await typeLink(page)
    await atomically((tx) => endAllSessions(tx, id))
    await button(page, 'Create the payment link').click()
    await page.getByText('What you entered is kept for 30 minutes').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL('**/sign-in/code')
    await page.getByLabel('Code').fill((await signInEmailsTo(email)).at(-1)!.code)
    await page.locator('form .primary').click()
    await page.getByText('You were signed out before this was saved.').waitFor()
    expect(await page.getByLabel('Unit price').first().inputValue()).to.equal('20000')
    await button(page, 'Create the payment link').click()
    await page.getByText('The payment link was created.').waitFor()
    expect(await countOf(shop, '/payment-links')).to.equal(1)
  })

  it('tells a removed member that the access has ended', async () => {
    const { shop, paymentId } = await givenReported()
    const { page, id } = await open(shop, `/payments/${paymentId}`)
    await givenMember(shop.projectId, `stays-${id}@example.com`)
    await atomically((tx) => removeMember(tx, shop.projectId, id))
    await button(page, 'Confirm the payment').click()
    await page.getByText('Your access to the dashboard has ended').waitFor()
    expect(await countOf(shop, '/payments?status=paid')).to.equal(0)
  })

  it('shows the page that asks for a proof as a whole page, and then does what was pressed', async () => {
    const shop = await givenTransferShop()
    const { page, email } = await open(shop, '/members/new')
    await page.getByLabel('Email').fill('new-one@example.com')
    const start = new Date()
    setClock(() => later(start, 11 * MINUTE))
    await page.locator('.sheet-form .primary').click()
    await page.locator('[data-state=dashboard_proof]').waitFor()
    expect(await signInEmailsTo(email, 'proof_code'), 'one press sends one code').to.have.length(1)
    await page.getByLabel('Code').fill((await signInEmailsTo(email, 'proof_code')).at(-1)!.code)
    await page.locator('form .primary').last().click()
    await page.getByText('new-one@example.com').first().waitFor()
    expect(await page.title()).not.to.include('Error')
  })

  it('runs the scripts of its own release only, if the service is updated before the press', async () => {
    const shop = await givenTransferShop()
    const { page } = await open(shop, '/payment-links/new')
    const scripts = () =>
      page.evaluate<string[]>("[...document.scripts].map(({ src }) => src.split('/').at(-1))")
    const own = await scripts()
    await page.route('**/assets/*', async (route) => {
      const known = own.find((one) => one.startsWith(/assets\/(\w+\.)/.exec(route.request().url())![1]!))
      await route.continue({ url: new URL(`/assets/${known}`, page.url()).href })
    })
    const presses = await answerOnce(page, async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 })
      const body = (await answer.text()).replace(/(\/assets\/\w+)\.\w+\.js/g, '$1.newer.js')
      await route.fulfill({ response: answer, body })
    })
    await button(page, 'Create the payment link').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await scripts()).to.deep.equal(own)
    await page.unroute('**/dashboard/**')
    await pressInVain(page, 'Create the payment link', { arrives: false })
    expect(presses.count).to.equal(1)
  })

  it('shows the form after "back" from a second answer with errors', async () => {
    const shop = await givenTransferShop()
    const { page } = await open(shop, '/payment-links/new')
    await button(page, 'Create the payment link').click()
    await page.locator('.notice li a').first().click() // a second entry of the history
    await page.getByLabel('Name of the item').first().fill('Concert ticket')
    await button(page, 'Create the payment link').click()
    await page.waitForURL((url) => url.hash === '')
    const loaded = page.waitForEvent('load')
    await page.goBack({ waitUntil: 'commit' })
    await loaded
    await typeLink(page)
    await button(page, 'Create the payment link').click()
    await page.getByText('The payment link was created.').waitFor()
  })

  it('shows the page after "back" if there is nothing to wait for any more', async () => {
    const shop = await givenTransferShop()
    const invoice = { amount: 5_000, auto_advance: false, customer_email: 'bat@example.com' }
    const created = await shop.post('/invoices', invoice).expect(201)
    const { id } = (created as { body: { data: { id: number } } }).body.data
    const { page } = await open(shop, `/invoices/${id}`)
    await page.locator('#action-finalize [type=submit]').click()
    await page.locator('#content[hx-get]').waitFor()
    await page.locator('a.skip').press('Enter') // a second entry of the history
    await page.locator('#action-send [type=submit]').click()
    await page.waitForURL((url) => url.hash === '')
    await shop.post(`/invoices/${id}/void`).expect(200)
    await page.goBack({ waitUntil: 'commit' })
    await page.locator('#content .pill', { hasText: 'Void' }).waitFor()
  })

  it('stays busy while it waits, also if the device is back online meanwhile', async () => {
    const { shop } = await givenReported()
    const { page } = await open(shop, '/payments/waiting')
    let release = (): void => undefined
    await answerOnce(page, async (route) => {
      await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
    let refreshes = 0
    page.on('request', (request) => (refreshes += request.method() === 'GET' ? 1 : 0))
    await page.locator('[type=checkbox][name^=payment]').check()
    await page.locator('form .primary').click()
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.waitForTimeout(1_500) // a refresh begins within a second
    expect(await page.locator('form .primary').getAttribute('aria-disabled')).to.equal('true')
    expect(refreshes).to.equal(0)
    release()
    await page.getByText('You confirmed').waitFor()
  })

  for (const height of [640, 256])
    it(`leaves no field with the focus below its notice on a screen of 320 × ${height}`, async () => {
      const shop = await givenTransferShop()
      const { page } = await open(shop, '/payment-links/new?lang=mn')
      await page.setViewportSize({ width: 320, height })
      await answerOnce(page, (route) => route.abort())
      await page.locator('.sheet-form .primary').click()
      await notice(page).getByRole('link').waitFor()
      const hidden: string[] = []
      for (let at = 0; at < 20; at += 1) {
        await page.keyboard.press('Shift+Tab')
        const name = await page.evaluate<string | null>(`(() => {
          const { bottom } = document.querySelector('.notice.press').getBoundingClientRect()
          const focused = document.activeElement
          const isHidden = focused.closest('form') && focused.getBoundingClientRect().bottom <= bottom
          return isHidden ? focused.name || focused.localName : null
        })()`)
        if (name) hidden.push(name)
      }
      expect(hidden).to.deep.equal([])
    })

  it('is sent by the browser if the script of presses does not load', async () => {
    const shop = await givenTransferShop()
    const { page } = await open(shop, '/payment-links')
    await page.route('**/assets/press.*', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'New payment link' }).click()
    await typeLink(page)
    await page.evaluate('window.isSamePage = true')
    await button(page, 'Create the payment link').click()
    await page.getByText('The payment link was created.').waitFor()
    expect(await isSamePage(page)).to.equal(false)
  })

  it('is sent as a whole page if its form has a file or a secret, and downloads are links', async () => {
    const { shop } = await givenReported()
    const { page, home } = await open(shop, '/settings/methods/qpay')
    for (const path of ['/settings/methods/qpay', '/settings/brand', '/payments/import']) {
      await page.goto(`${home}${path}`)
      expect(await page.locator('.content form[method=post]').count(), path).to.be.above(0)
      expect(await page.locator('.content form[method=post][hx-boost]').count(), path).to.equal(0)
    }
    await page.goto(`${home}/payments`)
    expect(await page.locator('a[href*=".csv"]').first().getAttribute('hx-boost')).to.equal(null)
  })
})
