import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { portalUrl } from '../../common/services/links/portal.ts'
import { launchBrowser } from '../support/browser.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { type Club, givenClub } from '../support/given/club.ts'
import { givenLink, Visitor } from '../support/given/portal-visitor.ts'
import { Judge } from '../support/judge.ts'
import { screenshot } from '../support/screenshot.ts'
import { serveApp } from '../support/serve.ts'

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }
const BANK = {
  bank_transfer: {
    enabled: true,
    bank_name: 'Khan Bank',
    account_number: '5012345678',
    account_holder: 'Shop',
  },
}

describe('the portal in a browser', () => {
  let browser: Browser
  let stopServing: () => void

  before(async () => {
    browser = await launchBrowser()
    stopServing = await serveApp()
  })
  after(async () => {
    await browser.close()
    stopServing()
  })

  async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
    return (await browser.newContext({ viewport: phone, ...options })).newPage()
  }

  describe('has no accessibility faults on narrow and wide screens, in light and dark colors:', () => {
    let club: Club
    let page: Page
    let devtools: CDPSession
    const ids: Record<string, number> = {}
    const errors: string[] = []

    before(async () => {
      club = await givenBusyCustomer(ids)
      page = await visitor()
      devtools = await page.context().newCDPSession(page)
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
    })
    beforeEach(() => setClock(() => new Date(NOW)))
    after(() => page.context().close())

    const at = (name: string, step: string) => `/portal/subscriptions/${ids[name]!}/${step}`
    const pages: Record<string, () => string> = {
      list: () => '/portal?said=scheduled',
      'list-mn': () => '/portal?lang=mn',
      payments: () => '/portal/payments',
      'payments-mn': () => '/portal/payments?lang=mn',
      renew: () => at('overdue', 'renew'),
      'renew-mn': () => at('overdue', 'renew?lang=mn'),
      plans: () => at('active', 'plans'),
      'plans-mn': () => at('active', 'plans?lang=mn'),
      again: () => at('ended', 'plans'),
      ended: () => '/portal/ended',
      'ended-mn': () => '/portal/ended?lang=mn',
      'list-said-mn': () => '/portal?said=resumed&lang=mn',
      cancel: () => at('active', 'cancel'),
      'cancel-mn': () => at('active', 'cancel?lang=mn'),
      'cancel-overdue': () => at('overdue', 'cancel'),
      canceled: () => at('requested', 'canceled'),
      'canceled-mn': () => at('requested', 'canceled?lang=mn'),
    }
    /** Pages without a session, which show no data of the customer. */
    const closed: Record<string, () => string> = {
      'old-link': () => portalUrl(club.customerId, 0),
      'old-link-mn': () => `${portalUrl(club.customerId, 0)}?lang=mn`,
      sent: () => `${portalUrl(club.customerId, 0)}?said=sent`,
      unknown: () => '/portal',
    }

    const variants = [phone, desk].flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
    )
    /** Pages that together contain every element. Axe checks them in every variant. */
    const fullyChecked = ['list', 'payments', 'plans', 'cancel']
    const judge = new Judge()

    /** Checks that a page is not wider than the screen. Axe is slow: it checks other pages in one variant only. */
    async function checkPage(name: string): Promise<void> {
      const turn = [...Object.keys(pages), ...Object.keys(closed)].indexOf(name)
      for (const [index, { viewport, colorScheme }] of variants.entries()) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await shoot(page, `${name}-${viewport.width}-${colorScheme}`)
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        if (!fullyChecked.includes(name) && index !== turn % variants.length) continue
        const found = await judge.faultsOf(page, devtools)
        expect(found, `${viewport.width} ${colorScheme}`).to.deep.equal([])
      }
    }

    for (const [name, address] of Object.entries(pages)) {
      it(name, async () => {
        if ((await page.context().cookies()).length === 0)
          await page.goto(config().baseUrl + new URL((await givenLink(club)).url).pathname)
        const answer = await page.goto(config().baseUrl + address())
        expect(answer?.status()).to.equal(200)
        await checkPage(name)
        expect(errors).to.deep.equal([])
      })
    }
    for (const [name, address] of Object.entries(closed)) {
      it(name, async () => {
        const url = new URL(address(), config().baseUrl).href
        setClock(() => new Date(LATER))
        await page.context().clearCookies()
        await page.goto(url)
        await checkPage(name)
      })
    }
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`can renew, pay, return, cancel and sign out ${javaScriptEnabled ? 'with' : 'without'} a script`, async () => {
      const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
      const { id } = await club.buy('basic')
      const page = await visitor({ javaScriptEnabled })
      await page.goto((await givenLink(club)).url)
      await page.getByRole('link', { name: 'Renew: Club' }).click()
      await page.getByRole('radio', { name: /^3 months/ }).check()
      const pays = javaScriptEnabled ? 'Pay ₮90,000' : 'Continue to payment'
      await page.getByRole('button', { name: pays }).click()
      await page.getByText('Thank you. Your payment is in the list below.').waitFor()
      await page.getByRole('link', { name: 'Cancel: Club' }).click()
      await page.getByRole('button', { name: 'Cancel subscription' }).click()
      await page.getByText('Your access stays open').waitFor()
      await page.getByText('In your own words').first().click()
      await page.getByLabel('In your own words').fill('No time.')
      await page.getByRole('button', { name: 'I do not use it enough' }).click()
      await page.getByText('We have told').waitFor()
      const reason = { feedback: 'unused', comment: 'No time.' }
      expect((await club.subscription(id)).cancellation_details).to.deep.equal(reason)
      await page.getByRole('button', { name: 'Keep my subscription' }).click()
      await page.getByText('Your subscription continues.').waitFor()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForSelector('main[data-state=portal_signed_out]')
      await page.goBack()
      await page.reload()
      await page.waitForSelector('main[data-state=portal_signed_out]')
      const subscription = await club.subscription(id)
      expect([subscription.status, subscription.canceled_at]).to.deep.equal(['active', null])
      await page.context().close()
    })
  }

  it('shows the effect of a plan change, makes it by keyboard, and confirms it', async () => {
    const club = await givenClub([
      { lookup_key: 'basic' },
      { lookup_key: 'gold', unit_amount: 90_000 },
      { lookup_key: 'student', unit_amount: 9_000 },
    ])
    const { id } = await club.buy('basic')
    const page = await visitor()
    await page.goto((await givenLink(club)).url)
    await page.getByRole('link', { name: 'Change plan: Club' }).press('Enter')
    await page.waitForSelector('main[data-state=portal_plans]')
    const student = page.getByRole('radio', { name: /₮9,000 a month/ })
    expect(await page.getByText('From the next renewal').isVisible()).to.equal(false)
    await student.press('Space')
    expect(await page.getByText('From the next renewal').isVisible()).to.equal(true)
    await page.getByRole('button', { name: /^Change after/ }).press('Enter')
    await page.waitForSelector('main[data-state=portal]')
    await page.locator(':focus', { hasText: 'Your plan changes' }).waitFor()
    expect((await club.subscription(id)).scheduled_price_id).to.be.a('number')
    await page.getByRole('button', { name: 'Stay on the current plan: Club' }).press('Enter')
    await page.getByText('You stay on your current plan.').waitFor()
    await page.locator(':focus', { hasText: 'You stay on' }).waitFor()
    await page.context().close()
  })

  it('focuses the field with a problem, keeps its text, and describes the problem to screen readers', async () => {
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const page = await visitor()
    await page.goto((await givenLink(club, { flow: 'cancel', subscription_id: id })).url)
    await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
    await page.waitForSelector('main[data-state=portal_canceled]')
    await page.evaluate("document.querySelector('textarea').removeAttribute('maxlength')")
    await page.getByText('In your own words').first().click()
    await page.getByLabel('In your own words').fill('a'.repeat(501))
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await page.waitForSelector('textarea[name=comment][aria-invalid=true]:focus')
    expect(await page.getByLabel('In your own words').inputValue()).to.have.length(501)
    const described =
      "document.getElementById(document.activeElement.getAttribute('aria-describedby').split(' ')[1]).textContent"
    expect(await page.evaluate(described)).to.include('Shorten your text')
    await page.context().close()
  })

  it('focuses the plans if none was chosen', async () => {
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold' }, { lookup_key: 'rich' }])
    const { id } = await club.buy('basic')
    const page = await visitor()
    await page.goto((await givenLink(club, { flow: 'change_plan', subscription_id: id })).url)
    await page.evaluate("document.querySelector('form').noValidate = true")
    await page.getByRole('button', { name: 'Change plan' }).click()
    await page.getByText('Choose a plan first.').waitFor()
    await page.waitForSelector('[name=price_id]:focus')
    await page.context().close()
  })
})

const STARTED = '2026-06-01T00:00:00Z'
const NOW = '2026-07-03T12:00:00Z'
const LATER = '2026-08-20T00:00:00Z'

/** Creates a customer with a subscription in every state, at a merchant with a poor color and long names. */
async function givenBusyCustomer(ids: Record<string, number>): Promise<Club> {
  setClock(() => new Date(STARTED))
  const club = await givenClub(
    [
      { lookup_key: 'basic', unit_amount: 30_000, recurring_interval_count: 3 },
      { lookup_key: 'small', unit_amount: 5_000 },
      { lookup_key: 'gold', unit_amount: 990_000, recurring_interval: 'year' },
    ],
    {},
    { name: 'Улаанбаатар хотын уран зохиолын найзуудын нийгэмлэг', plan: 'growth' },
  )
  const { shop, customerId, productId } = club
  await shop.patch('', { payment_methods: BANK, color: '#ffff00', email: 'hello@shop.example' }).expect(200)
  await shop.patch(`/products/${productId}`, { name: 'Уншигчдын клуб' }).expect(200)
  await shop.patch(`/customers/${customerId}`, { name: 'Бат-Эрдэнийн Сарантуяа' }).expect(200)
  const plan = async (lookup_key: string, name: string, more: object = {}) => {
    const { body } = await shop
      .post('/prices', {
        lookup_key,
        product_data: { name, ...more },
        unit_amount: 12_000,
        recurring_interval: 'month',
      })
      .expect(201)
    return body.data.id as number
  }
  await plan('overdue', 'Donaudampfschifffahrtsgesellschaft', { grace_period_days: 5 })
  const sold = await plan('ended', 'Chess lessons')
  await plan('requested', 'Library')
  await plan('waiting', 'Swimming pool')
  ids.active = (await club.buy('basic')).id
  ids.overdue = (await club.buy('overdue')).id
  ids.ended = (await club.buy('ended')).id
  await shop.patch(`/prices/${sold}`, { active: false }).expect(200)
  await club.buy('requested', {}, 3).then(({ id }) => {
    ids.requested = id
    return shop.post(`/subscriptions/${String(id)}/cancel`).expect(200)
  })
  ids.waiting = (await club.buy('waiting', {}, 2)).id
  await travelTo(shop.projectId, new Date(NOW))
  await shop
    .post('/subscriptions', {
      customer_id: customerId,
      price_id: await plan('trial', 'Tea tasting'),
      trial_days: 9,
    })
    .expect(201)
  await shop.post(`/subscriptions/${ids.active}/schedule-change`, { price: 'small' }).expect(200)
  const { body } = await club.open('waiting')
  const customer = new Customer(body.data.url)
  await customer.pay({ payment_method: 'bank_transfer' })
  await customer.press('claim_transfer')
  await Visitor.of(club)
  return club
}

/** Saves a screenshot for a person to check: `PICTURES=/tmp/pictures bin/test test/portal/browser.test.ts`. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await screenshot(page, { path: `${folder}/${name}.png`, fullPage: true })
}
