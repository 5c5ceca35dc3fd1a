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
import { serveApp } from '../support/serve.ts'
import { paymentsOf } from '../support/stored.ts'

/** Texts that an attacker might enter as a name. The API accepts all of them. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>window.injected=1</script><svg onload=window.injected=1>',
  'the end of an attribute': `"'\`><img src=//evil.example/x onerror=window.injected=1><a onfocus="window.injected=1" autofocus x='`,
  'the end of a style, a title or a comment':
    '</style></title></textarea>--><base href=//evil.example><script>window.injected=1</script>',
  'a javascript: address or a template':
    'javascript:window.injected=1// {{{html}}} {{> parts/hidden}} {shop} ${process.env} $& $1 \\u003cb\\u003e',
  'a change of text direction': 'invoice\u202egpj.exe\u2067 \u200f x',
  'one long word': 'W'.repeat(255),
  'entities and invisible characters': `&lt;b&gt; &amp;amp; Tom & Jerry \u200b\ufeffA\u0301\u0301\u2028B${'😀'.repeat(255)}`,
}

/** Characters that change the direction of text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Returns the text as a reader sees it. */
const visibleText = (text: string) => text.replace(DIRECTION_MARKS, '').replace(/\s+/g, ' ').trim()

/** Returns the elements of the page in their order, with the names of their attributes, without any content. */
const SHAPE = `Array.from(document.querySelectorAll('*'), (element) =>
  [element.localName, ...element.getAttributeNames().sort()].join(' ')).join('\\n')`
const TARGETS = `Array.from(document.querySelectorAll('[href], [src], [action]'), (element) =>
  new URL(['href', 'src', 'action'].map((name) => element.getAttribute(name)).find(Boolean), location).href)`

describe('a page that shows a merchant’s or customer’s text', () => {
  let browser: Browser
  let stopServing: () => void
  let harmlessShapes: Record<string, string>

  before(async () => {
    browser = await launchBrowser()
    stopServing = await serveApp()
    harmlessShapes = (await visitAll('Harmless')).shapes
  })
  after(async () => {
    await browser.close()
    stopServing()
  })

  interface Visited {
    /** The elements of each page. */
    shapes: Record<string, string>
    texts: Record<string, string>
    targets: string[]
    /** Dialogs, errors of the browser, requests to other hosts, and pages wider than a phone. */
    alarms: string[]
  }

  /** Opens every page of a shop and its customer. All texts of both are `typed`. */
  async function visitAll(typed: string): Promise<Visited> {
    const pages = await givenPages(typed)
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' })
    const page = await context.newPage()
    const seen: Visited = { shapes: {}, texts: {}, targets: [], alarms: [] }
    let at = ''
    const alarm = (text: string) => seen.alarms.push(`${at}: ${text}`)
    page.on('dialog', (dialog) => {
      alarm('a dialog')
      void dialog.dismiss()
    })
    page.on('pageerror', ({ message }) => alarm(message))
    page.on('console', (message) => message.type() === 'error' && alarm(message.text()))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== config().baseUrl) alarm(`requested ${request.url()}`)
    })
    for (const [name, { url, state, status = 200 }] of Object.entries(pages)) {
      at = name
      const response = await page.goto(url)
      expect([response?.status(), await stateOf(page)], name).to.deep.equal([status, state])
      if (await page.evaluate('window.injected !== undefined')) alarm('a script ran')
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > 320) alarm(`${width} px wide`)
      seen.shapes[name] = await page.evaluate(SHAPE)
      seen.texts[name] = await page.evaluate("document.title + ' ' + document.body.innerText")
      seen.targets.push(...(await page.evaluate<string[]>(TARGETS)))
    }
    await context.close()
    // The browser reports the status 410 of an expired page. That is not an attack.
    seen.alarms = seen.alarms.filter((text) => !text.includes('status of 4'))
    return seen
  }

  const stateOf = (page: Page) => page.evaluate<string>("document.querySelector('main').dataset.state")

  for (const [kind, typed] of Object.entries(HOSTILE)) {
    it(`shows ${kind} as plain text`, async () => {
      const { shapes, texts, targets, alarms } = await visitAll(typed)
      expect(alarms).to.deep.equal([])
      expect(shapes).to.deep.equal(harmlessShapes)
      const beginning = visibleText(cut(typed, 20))
      for (const [name, text] of Object.entries(texts)) {
        expect(visibleText(text), name).to.contain(beginning)
        expect(text, name).not.to.match(DIRECTION_MARKS)
        if (!typed.includes('&lt;')) expect(text, name).not.to.match(/&(amp|lt|gt|quot|#)/)
        else expect(text, name).not.to.match(/&amp;(amp;){2}|&amp;lt;/)
      }
      for (const target of targets)
        expect(target).to.match(
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

/** Returns all pages of a customer and a merchant who both entered `typed` in every text field. */
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

  /** A checkout that asks for everything. */
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
  const parts = ['name', 'line1', 'line2', 'city', 'district', 'postal_code', 'note']
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
  const pageOf = (step: string) => `${config().baseUrl}/portal/subscriptions/${id}/${step}`
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
    plans: { url: pageOf('plans'), state: 'portal_plans' },
    cancel: { url: pageOf('cancel'), state: 'portal_cancel' },
    renewal: { url: pageOf('renew'), state: 'renew_active' },
    payments: { url: `${config().baseUrl}/portal/payments`, state: 'portal_payments' },
  }
}

/** Returns an email address with all characters of `typed` that an address may contain. */
function mailbox(typed: string): string {
  const name = Array.from(cut(typed, 64))
    .filter((character) => !/[\s@<>()[\]\\,;:".\p{Cc}]/u.test(character))
    .join('')
  return `${name}@example.com`
}
