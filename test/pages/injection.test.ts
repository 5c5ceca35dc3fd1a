import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { cut } from '../../common/kit/text.ts'
import { config } from '../../common/runtime/config.ts'
import { decisionUrl, linkExpiry } from '../../common/services/links/decision.ts'
import { renewUrl } from '../../common/services/links/renewal.ts'
import { launchBrowser } from '../support/browser.ts'
import { Customer } from '../support/customer.ts'
import { Club } from '../support/given/club.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/portal-visitor.ts'
import { paymentsOf } from '../support/look.ts'
import { serveApp } from '../support/serve.ts'

/** What somebody might type where a name is asked for; the API takes all of it. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>window.injected=1</script><svg onload=window.injected=1>',
  'the end of an attribute': `"'\`><img src=//evil.example/x onerror=window.injected=1><a onfocus="window.injected=1" autofocus x='`,
  'the end of a style, a title or a comment':
    '</style></title></textarea>--><base href=//evil.example><script>window.injected=1</script>',
  'an address that runs, or a template':
    'javascript:window.injected=1// {{{html}}} {{> parts/hidden}} {shop} ${process.env} $& $1 \\u003cb\\u003e',
  'a turn of direction': 'invoice\u202egpj.exe\u2067 \u200f x',
  'one long word': 'W'.repeat(255),
  'entities, and signs that nobody sees': `&lt;b&gt; &amp;amp; Tom & Jerry \u200b\ufeffA\u0301\u0301\u2028B${'😀'.repeat(255)}`,
}

/** What it says is compared with what was typed: as a reader sees it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const seen = (text: string) => text.replace(TURNS, '').replace(/\s+/g, ' ').trim()

/** The page's elements in their order, with the names of their attributes; nothing of what they hold. */
const SHAPE = `Array.from(document.querySelectorAll('*'), (element) =>
  [element.localName, ...element.getAttributeNames().sort()].join(' ')).join('\\n')`
const GOALS = `Array.from(document.querySelectorAll('[href], [src], [action]'), (element) =>
  new URL(['href', 'src', 'action'].map((name) => element.getAttribute(name)).find(Boolean), location).href)`

describe('what a merchant or a customer typed, on the pages', () => {
  let browser: Browser
  let stopServing: () => void
  let harmless: Record<string, string>

  before(async () => {
    browser = await launchBrowser()
    stopServing = await serveApp()
    harmless = (await visited('Harmless')).shapes
  })
  after(async () => {
    await browser.close()
    stopServing()
  })

  interface Visited {
    /** The elements of each page. */
    shapes: Record<string, string>
    texts: Record<string, string>
    goals: string[]
    /** Dialogs, complaints of the browser, requests to others, and pages wider than a phone. */
    alarms: string[]
  }

  /** Every page of a shop and of its customer in which all that can be typed is `typed`. */
  async function visited(typed: string): Promise<Visited> {
    const pages = await givenPages(typed)
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' })
    const page = await context.newPage()
    const seen: Visited = { shapes: {}, texts: {}, goals: [], alarms: [] }
    let at = ''
    const alarm = (what: string) => seen.alarms.push(`${at}: ${what}`)
    page.on('dialog', (dialog) => {
      alarm('a dialog')
      void dialog.dismiss()
    })
    page.on('pageerror', ({ message }) => alarm(message))
    page.on('console', (message) => message.type() === 'error' && alarm(message.text()))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== config().baseUrl) alarm(`asked ${request.url()}`)
    })
    for (const [name, { url, state, status = 200 }] of Object.entries(pages)) {
      at = name
      const answer = await page.goto(url)
      expect([answer?.status(), await stateOf(page)], name).to.deep.equal([status, state])
      if (await page.evaluate('window.injected !== undefined')) alarm('a script ran')
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > 320) alarm(`${width} px wide`)
      seen.shapes[name] = await page.evaluate(SHAPE)
      seen.texts[name] = await page.evaluate("document.title + ' ' + document.body.innerText")
      seen.goals.push(...(await page.evaluate<string[]>(GOALS)))
    }
    await context.close()
    // An expired page answers 410, of which the browser complains; an attack would say something else.
    seen.alarms = seen.alarms.filter((text) => !text.includes('status of 4'))
    return seen
  }

  const stateOf = (page: Page) => page.evaluate<string>("document.querySelector('main').dataset.state")

  for (const [what, typed] of Object.entries(HOSTILE)) {
    it(`stays text where it is ${what}`, async () => {
      const { shapes, texts, goals, alarms } = await visited(typed)
      expect(alarms).to.deep.equal([])
      expect(shapes).to.deep.equal(harmless)
      const begin = seen(cut(typed, 20))
      for (const [name, text] of Object.entries(texts)) {
        expect(seen(text), name).to.contain(begin)
        expect(text, name).not.to.match(TURNS)
        if (!typed.includes('&lt;')) expect(text, name).not.to.match(/&(amp|lt|gt|quot|#)/)
        else expect(text, name).not.to.match(/&amp;(amp;){2}|&amp;lt;/)
      }
      for (const goal of goals)
        expect(goal).to.match(
          /^(https?:\/\/(127\.0\.0\.1|shop\.example)|mailto:|tel:|data:(,|image\/svg\+xml,[\w%.-]+)$)/,
        )
    })
  }
})

interface Visit {
  url: string
  state: string
  status?: number
}

/** All pages of somebody who typed `typed` wherever they could, at a merchant who did too. */
async function givenPages(typed: string): Promise<Record<string, Visit>> {
  const short = (length: number) => cut(typed, length).trim()
  const web = `https://shop.example/${encodeURI('%')}?${short(255)}`
  const shop = await givenMerchant({ name: short(255) })
  const account = {
    enabled: true,
    bank_name: short(255),
    account_number: short(64),
    account_holder: short(255),
  }
  await shop
    .patch('', {
      legal_name: short(255),
      registration_number: short(64),
      address: short(255),
      support_phone: short(32),
      email: 'owner@shop.example',
      terms_url: web,
      payment_methods: { bank_transfer: account },
    })
    .expect(200)
  const product = await made('/products', {
    name: short(255),
    description: short(255),
    metadata: { a: short(255) },
  })
  for (const [lookup_key, unit_amount] of [
    ['basic', 30_000],
    ['gold', 90_000],
  ] as const)
    await made('/prices', { product_id: product, lookup_key, unit_amount, recurring_interval: 'month' })
  const customer_id = await made('/customers', {
    name: short(255),
    email: mailbox(typed),
    client_reference_id: short(191),
    metadata: { a: short(255) },
  })
  const club = new Club(shop, product, product, customer_id)
  await made('/promotion-codes', { code: 'TEN', type: 'order_total', percent_off: 10 })

  async function made(path: string, body: object): Promise<number> {
    return (await shop.post(path, body).expect(201)).body.data.id as number
  }

  /** A checkout in which everything is asked, with what is answered. */
  const order = {
    items: [
      { price_data: { unit_amount: 25_000, product_data: { name: short(255) } }, quantity: 2 },
      {
        price_data: { unit_amount: 10, product_data: { name: short(255) } },
        quantity: 3,
        adjustable_quantity: { enabled: true, max: 9 },
      },
    ],
    customer_id,
    client_reference_id: short(48),
    discounts: [{ amount: 5, description: short(255) }],
    custom_fields: [
      { key: 'word', label: short(100), type: 'text' },
      {
        key: 'choice',
        label: short(100),
        type: 'dropdown',
        dropdown: { options: [{ label: short(255), value: short(255) }] },
      },
    ],
    cancel_url: web,
    metadata: { a: short(255) },
    ...{ phone_number_collection: true, delivery_address_collection: true, allow_promotion_codes: true },
  }
  const parts = ['line1', 'line2', 'city', 'district', 'postal_code', 'note']
  const answers = {
    ...Object.fromEntries(parts.map((part) => [`delivery_address[${part}]`, short(255)])),
    'delivery_address[country]': 'MN',
    'custom_fields[word]': short(255),
    'custom_fields[choice]': short(255),
    email: mailbox(typed),
    phone: '99112233',
  }
  async function ordered(more: object = {}) {
    const { body } = await shop.post('/checkouts', { ...order, ...more }).expect(201)
    const { id, url } = body.data as { id: number; url: string }
    return { id, url, customer: new Customer(url) }
  }
  async function transferred(more: object = {}) {
    const checkout = await ordered(more)
    await checkout.customer.pay({ ...answers, payment_method: 'bank_transfer' })
    return checkout
  }
  async function claimed(more: object = {}) {
    const checkout = await transferred(more)
    await checkout.customer.press('claim_transfer')
    const payment = (await paymentsOf(checkout.id)).at(-1)!.id
    const { body } = await shop.get(`/payments/${payment}`).expect(200)
    return {
      ...checkout,
      payment,
      decision: decisionUrl(payment, body.data.claimed_at as string, linkExpiry()),
    }
  }

  const open = await ordered()
  await open.customer.press('apply_code', { promotion_code: 'TEN' })
  const declined = await ordered()
  await declined.customer.pay({ ...answers, test_outcome: 'declined' })
  const transfer = await transferred()
  const pending = await claimed()
  const rejected = await claimed()
  await shop.post(`/payments/${rejected.payment}/reject`, { reason: short(500) }).expect(200)
  const receipt = await ordered()
  await receipt.customer.pay(answers)
  const expired = await ordered()
  await shop.post(`/checkouts/${expired.id}/expire`).expect(200)
  const canceled = await ordered({ cancel_url: null })
  const { body: invoice } = await shop
    .post('/invoices', {
      ...{ amount: 500, description: short(255), client_reference_id: short(48), customer_id },
      ...{ cancel_url: web, metadata: { a: short(255) } },
    })
    .expect(201)
  const { id } = await club.buy('basic')
  const portal = (await givenLink(club, { return_url: web })).url
  const of = (step: string) => `${config().baseUrl}/portal/subscriptions/${id}/${step}`
  const renew = renewUrl(id)
  return {
    open: { url: open.url, state: 'pay' },
    declined: { url: declined.url, state: 'pay' },
    transfer: { url: transfer.url, state: 'transfer' },
    pending: { url: pending.url, state: 'pending' },
    rejected: { url: rejected.url, state: 'pay' },
    receipt: { url: receipt.url, state: 'receipt' },
    expired: { url: expired.url, state: 'expired', status: 410 },
    canceled: { url: `${canceled.url}?canceled=1`, state: 'canceled' },
    invoice: { url: invoice.data.url as string, state: 'pay' },
    decide: { url: pending.decision, state: 'transfer_decide' },
    decided: { url: rejected.decision, state: 'transfer_gone', status: 410 },
    renew: { url: renew, state: 'renew_active' },
    portal: { url: portal, state: 'portal' },
    plans: { url: of('plans'), state: 'portal_plans' },
    cancel: { url: of('cancel'), state: 'portal_cancel' },
    renewal: { url: of('renew'), state: 'renew_active' },
    payments: { url: `${config().baseUrl}/portal/payments`, state: 'portal_payments' },
  }
}

/** An address as hostile as one may be. */
function mailbox(typed: string): string {
  const name = Array.from(cut(typed, 64))
    .filter((sign) => !/[\s@<>()[\]\\,;:".\p{Cc}]/u.test(sign))
    .join('')
  return `${name}@example.com`
}
