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
import { paymentsOf } from '../support/look.ts'
import { startMailServer, type Taken } from './mail-server.ts'
import { calendarOf } from './post.ts'

/** What somebody might type where a name is asked for; the API takes all of it. */
const HOSTILE: Record<string, string> = {
  'a script': '<script>alert(1)</script>',
  'the end of an attribute': `"'><img src=x onerror=alert(1)><a href="https://evil.example">`,
  'the end of a style or a comment': '</style></title>--><![endif]--><base href="https://evil.example">',
  'a template': '{{constructor}} {{{html}}} {shop} {amount} {{> email}} **bold** ${process.env}',
  'an address that runs': 'javascript:alert(1)',
  'a turn of direction': 'invoice\u202egpj.exe\u202c\u2066 \u200f',
  'an entry for a calendar': 'x; END:VEVENT,BEGIN:VEVENT\\n SUMMARY:y "DTSTART:19700101',
  entities: '&lt;b&gt; &#60;script&#62; &amp;amp;',
  'a header': 'Bcc: eve@example.com, =?utf-8?q?=0D=0ABcc:_eve=40example.com?=',
  'a quotation and a signature': '> -- From here',
  'very many pictures': '😀'.repeat(255),
}

/** Everything in HTML that is not text: its tags in their order, without addresses behind links and names of pictures. */
function tagsOf(html: string): string[] {
  return (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/(href|alt)="[^"]*"/g, '$1'))
}

const headersOf = ({ mail }: Taken) => mail.headers.map(({ key }) => key)
const lineCount = (text = '') => text.trimEnd().split('\n').length

describe('what a merchant or a customer typed', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>

  before(async () => {
    server = await startMailServer()
    config().smtpUrl = server.url
  })
  after(async () => {
    closeSmtp()
    config().smtpUrl = null
    await server.close()
  })

  /** Everything that can be typed is `typed`; answers the emails that this brings about, in their order. */
  async function emails(typed: string): Promise<Taken[]> {
    setClock(() => new Date('2026-08-12T11:04:00Z'))
    const short = (length: number) => cut(typed, length).trim()
    const shop = await givenMerchant()
    const account = { bank_name: typed, account_number: short(64), account_holder: typed }
    await shop
      .patch('', {
        ...{ name: typed, legal_name: typed, registration_number: short(64), support_phone: short(32) },
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
    return send(shop.projectId)
  }

  async function send(projectId: number): Promise<Taken[]> {
    const due = await onConnection((sql) =>
      sql.rows<{ id: number }>(
        "SELECT id FROM emails WHERE project_id = ? AND status = 'pending' ORDER BY id",
        [projectId],
      ),
    )
    for (const { id } of due) await sendEmail(id, atomically)
    return server.taken
  }

  for (const [what, typed] of Object.entries(HOSTILE)) {
    it(`stays what it is in every email: ${what}`, async () => {
      server.taken.length = 0
      const tame = [...(await emails('Tea'))]
      server.taken.length = 0
      const wild = [...(await emails(typed))]
      expect(tame).to.have.length(8)
      expect(wild).to.have.length(8)
      wild.forEach((taken, index) => {
        const { mail, raw, to } = taken
        const expected = tame[index]!
        expect(to).to.deep.equal(expected.to)
        expect(mail.to).to.deep.equal(expected.mail.to)
        expect(mail.from?.address).to.equal('billing@tolbor.test')
        expect(mail.replyTo?.map(({ address }) => address)).to.deep.equal(['owner@example.com'])
        expect(headersOf(taken)).to.deep.equal(headersOf(expected))
        expect(mail.subject).to.match(/^\[Test\] /)
        expect(Math.max(...raw.split('\r\n').map((line) => line.length))).to.be.at.most(998)
        expect(tagsOf(mail.html ?? '')).to.deep.equal(tagsOf(expected.mail.html ?? ''))
        // A quoted reason is broken by us, as not every reader puts quotations together again.
        const quotes = expected.mail.text?.includes('\n> ')
        if (!quotes) expect(lineCount(mail.text)).to.equal(lineCount(expected.mail.text))
        expect(`${mail.subject}${mail.from?.name}${mail.html}${mail.text}`).to.not.match(
          /[\u202a-\u202e\u2066-\u2069]/,
        )
      })
      const [reminder] = wild.filter(({ mail }) => mail.attachments.length > 0)
      const [likeIt] = tame.filter(({ mail }) => mail.attachments.length > 0)
      const names = (taken: Taken | undefined) => calendarOf(taken!).map(({ name }) => name)
      expect(names(reminder)).to.deep.equal(names(likeIt))
    })
  }
})

/** Who is spoken of, and how: nothing in these is ours. */
const TYPED =
  /^(name|description|label|value|customer_email|email|phone_number|support_phone|reference|bank_name|account_number|client_reference_id|line1|line2|district|city|country|note|legal_name|registration_number|address|code|receipt_number|number|url)$/

/** Every text that somebody may have typed, with what would do harm behind it. */
function poisoned<Value>(value: Value, poison: string, key = ''): Value {
  if (typeof value === 'string') return (TYPED.test(key) ? value + poison : value) as Value
  if (Array.isArray(value)) return value.map((inner: unknown) => poisoned(inner, poison, key)) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, poisoned(inner as unknown, poison, name)]),
  ) as Value
}

describe('a line break in what was typed, which the API refuses and an old row may hold', () => {
  const poison = '\r\nBcc: eve@example.com\r\n\r\n<img src=x>\u2028END:VEVENT\u0000\u0085\t"><b a="'
  for (const [name, write] of Object.entries(sampleEmails)) {
    it(`begins no line, header or tag in ${name}`, () => {
      for (const locale of ['en', 'mn'] as const) {
        const { kind, payload, merchant, isTest = false } = write(locale)
        const project = { ...shopIn(locale), ...merchant }
        const setting = { project, locale, isTest }
        const tame = renderEmail(kind, payload, setting)
        const wild = renderEmail(kind, poisoned(payload, poison), {
          ...setting,
          project: poisoned(project, poison),
        })
        expect(wild.subject + wild.preview).to.not.match(/[\p{Cc}\u2028\u2029]/u)
        expect(tagsOf(wild.html)).to.deep.equal(tagsOf(tame.html))
        expect(lineCount(wild.text)).to.equal(lineCount(tame.text))
        expect(wild.text).to.not.match(/^(Bcc|END)/m)
        const names = (file = '') =>
          file
            .replaceAll('\r\n ', '')
            .split('\r\n')
            .map((line) => line.split(':', 1)[0])
        expect(names(wild.calendar)).to.deep.equal(names(tame.calendar))
      }
    })
  }
})
