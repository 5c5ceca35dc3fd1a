import { expect } from 'chai'
import { cut } from '../../common/kit/text.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { onConnection } from '../../db/sql.ts'
import { sampleEmails } from '../../dev/emails/samples.ts'
import { shopIn } from '../../dev/emails/shop.ts'
import { atomically } from '../../worker/atomically.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'
import { type ReceivedEmail, startMailServer } from './mail-server.ts'
import { calendarOf } from './post.ts'

/** Texts that an attacker might enter as a name. The API accepts all of them. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>alert(1)</script>',
  'the end of an attribute': `"'><img src=x onerror=alert(1)><a href="https://evil.example">`,
  'the end of a style or a comment': '</style></title>--><![endif]--><base href="https://evil.example">',
  'a template': '{{constructor}} {{{html}}} {shop} {amount} {{> email}} **bold** ${process.env}',
  'a javascript: address': 'javascript:alert(1)',
  'a change of text direction': 'invoice\u202egpj.exe\u202c\u2066 \u200f',
  'a calendar entry': 'x; END:VEVENT,BEGIN:VEVENT\\n SUMMARY:y "DTSTART:19700101',
  entities: '&lt;b&gt; &#60;script&#62; &amp;amp;',
  'a header': 'Bcc: eve@example.com, =?utf-8?q?=0D=0ABcc:_eve=40example.com?=',
  'a quotation and a signature': '> -- From here',
  'many emoji': '😀'.repeat(255),
}

/** Returns the tags of HTML in their order, without the addresses of links and the names of pictures. */
function tagsOf(html: string): string[] {
  return (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/(href|alt)="[^"]*"/g, '$1'))
}

const headersOf = ({ mail }: ReceivedEmail) => mail.headers.map(({ key }) => key)
const lineCount = (text = '') => text.trimEnd().split('\n').length

describe('an email with texts of a merchant and a customer', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  let harmless: ReceivedEmail[]

  before(async () => {
    server = await startMailServer()
    config().smtpUrl = server.url
    harmless = await emails('Tea')
    expect(harmless).to.have.length(8)
  })
  after(async () => {
    closeSmtp()
    config().smtpUrl = null
    await server.close()
  })

  /** Uses `typed` as every text of a merchant and a customer. Returns the emails that they cause, in their order. */
  async function emails(typed: string): Promise<ReceivedEmail[]> {
    server.taken.length = 0
    setClock(() => new Date('2026-08-12T11:04:00Z'))
    const short = (length: number) => cut(typed, length).trim()
    const shop = await givenMerchant()
    const account = { bank_name: typed, account_number: short(64), account_holder: typed }
    await shop
      .patch('', {
        ...{ name: typed, legal_name: typed, registration_number: short(64) },
        ...{ address: typed, email: 'owner@example.com' },
        payment_methods: { bank_transfer: { enabled: true, ...account } },
      })
      .expect(200)
    const order = {
      items: [{ price_data: { unit_amount: 5_000, product_data: { name: typed } }, quantity: 2 }],
      discounts: [{ amount: 500, description: typed }],
      client_reference_id: short(48),
      custom_fields: [{ key: 'a', label: short(100), type: 'text' }],
    }
    const { body: created } = await shop.post('/checkouts', order).expect(201)
    const customer = new Customer(created.data.url as string)
    const answers = { email: 'bat@example.com', 'custom_fields[a]': short(100) }
    await customer.pay({ ...answers, payment_method: 'bank_transfer' })
    await customer.press('claim_transfer', { payer_name: short(100) })
    await send(shop.projectId)
    const [payment] = await paymentsOf(created.data.id as number)
    await shop.post(`/payments/${payment!.id}/reject`, { reason: typed }).expect(200)
    await send(shop.projectId)
    await customer.pay(answers)

    const invoice = { amount: 1_000, description: typed, client_reference_id: short(48) }
    const { body: opened } = await shop.post('/invoices', invoice).expect(201)
    await new Customer(opened.data.url as string).pay()

    const { body: bat } = await shop.post('/customers', { name: typed, email: 'bat@example.com' }).expect(201)
    const price = { unit_amount: 100, recurring_interval: 'month', product_data: { name: typed } }
    const { body: plan } = await shop.post('/prices', price).expect(201)
    const trial = { customer_id: bat.data.id, price_id: plan.data.id, trial_days: 10 }
    await shop.post('/subscriptions', trial).expect(201)
    await travelTo(shop.projectId, new Date('2026-08-20T04:00:00Z'))
    await send(shop.projectId)
    setClock()
    return [...server.taken]
  }

  async function send(projectId: number): Promise<void> {
    const due = await onConnection((sql) =>
      sql.rows<{ id: number }>(
        "SELECT id FROM emails WHERE project_id = ? AND status = 'pending' ORDER BY id",
        [projectId],
      ),
    )
    for (const { id } of due) await sendEmail(id, atomically)
  }

  for (const [kind, typed] of Object.entries(HOSTILE)) {
    it(`shows ${kind} as plain text`, async () => {
      const hostile = await emails(typed)
      expect(hostile).to.have.length(8)
      hostile.forEach((taken, index) => {
        const { mail, raw, to } = taken
        const expected = harmless[index]!
        expect(to).to.deep.equal(expected.to)
        expect(mail.to).to.deep.equal(expected.mail.to)
        expect(mail.from?.address).to.equal('billing@tolbor.test')
        expect(mail.replyTo?.map(({ address }) => address)).to.deep.equal(['owner@example.com'])
        expect(headersOf(taken)).to.deep.equal(headersOf(expected))
        expect(mail.subject).to.match(/^\[Test\] /)
        expect(Math.max(...raw.split('\r\n').map((line) => line.length))).to.be.at.most(998)
        expect(tagsOf(mail.html ?? '')).to.deep.equal(tagsOf(expected.mail.html ?? ''))
        // We wrap a quoted reason, since not every mail program joins the lines of quotations.
        const quotes = expected.mail.text?.includes('\n> ')
        if (!quotes) expect(lineCount(mail.text)).to.equal(lineCount(expected.mail.text))
        expect(`${mail.subject}${mail.from?.name}${mail.html}${mail.text}`).to.not.match(
          /[\u202a-\u202e\u2066-\u2069]/,
        )
      })
      const [reminder] = hostile.filter(({ mail }) => mail.attachments.length > 0)
      const [expectedReminder] = harmless.filter(({ mail }) => mail.attachments.length > 0)
      const names = (taken: ReceivedEmail | undefined) => calendarOf(taken!).map(({ name }) => name)
      expect(names(reminder)).to.deep.equal(names(expectedReminder))
    })
  }
})

/** The fields with texts of merchants and customers. */
const TYPED =
  /^(name|description|label|value|customer_email|email|phone_number|support_phone|reference|bank_name|account_number|client_reference_id|line1|line2|district|city|country|note|legal_name|registration_number|address|code|receipt_number|number|url)$/

/** Appends `poison` to every text of a merchant or customer. */
function poisoned<Value>(value: Value, poison: string, key = ''): Value {
  if (typeof value === 'string') return (TYPED.test(key) ? value + poison : value) as Value
  if (Array.isArray(value)) return value.map((inner: unknown) => poisoned(inner, poison, key)) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, poisoned(inner as unknown, poison, name)]),
  ) as Value
}

// The API refuses line breaks, but old rows may contain some.
describe('a line break in a text of a merchant or customer', () => {
  const poison = '\r\nBcc: eve@example.com\r\n\r\n<img src=x>\u2028END:VEVENT\u0000\u0085\t"><b a="'
  for (const [name, write] of Object.entries(sampleEmails)) {
    it(`adds no line, header or tag to ${name}`, () => {
      for (const locale of ['en', 'mn'] as const) {
        const { kind, payload, merchant, isTest = false } = write(locale)
        const project = { ...shopIn(locale), ...merchant }
        const setting = { project, locale, isTest }
        const harmless = renderEmail(kind, payload, setting)
        const hostile = renderEmail(kind, poisoned(payload, poison), {
          ...setting,
          project: poisoned(project, poison),
        })
        expect(hostile.subject + hostile.preview).to.not.match(/[\p{Cc}\u2028\u2029]/u)
        expect(tagsOf(hostile.html)).to.deep.equal(tagsOf(harmless.html))
        expect(lineCount(hostile.text)).to.equal(lineCount(harmless.text))
        expect(hostile.text).to.not.match(/^(Bcc|END)/m)
        const names = (file = '') =>
          file
            .replaceAll('\r\n ', '')
            .split('\r\n')
            .map((line) => line.split(':', 1)[0])
        expect(names(hostile.calendar)).to.deep.equal(names(harmless.calendar))
      }
    })
  }
})
