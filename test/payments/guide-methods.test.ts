import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { bundled, compile, copyWithExamples, sameSentences } from '../support/guide-example.ts'
import type { OwnCopy } from '../support/own-copy.ts'
import { testVoucher, TRY_VOUCHER } from './fifth-method.ts'

const HEADING = 'Example: a method that you confirm'
const FIFTH = 'Example: adding a fifth method'

/** A method that customers report. Its sentences replace "transfer" by "cheque" in the sentences of bank transfers. */
const CHEQUE = `
import { DAY } from '../../kit/time.ts'
import { defineManualMethod } from '../define-manual-method.ts'
import type { MethodSettings, Values } from '../settings.ts'

const settings: MethodSettings<Values<never>> = {
  form: { description: 'A cheque, which you confirm.', byMode: false, fields: {} },
  offered: ({ values }) => values?.enabled === true,
}
export const cheque = defineManualMethod({
  ...{ name: 'cheque', settings, icon: 'icons/tag' },
  ...{ report: { within: 10 * DAY, account: null }, decidedWithin: 5 * DAY },
})
`

function addCheque({ folder }: OwnCopy): void {
  mkdirSync(join(folder, 'common/methods/cheque'))
  writeFileSync(join(folder, 'common/methods/cheque/method.ts'), CHEQUE)
  const change = (path: string, edit: (text: string) => string) => {
    const file = join(folder, path)
    writeFileSync(file, edit(readFileSync(file, 'utf8')))
  }
  change('common/methods/all.ts', (text) =>
    `import { cheque } from './cheque/method.ts'\n${text}`.replace(
      '  cashOnDelivery,\n',
      '  cashOnDelivery,\n  cheque,\n',
    ),
  )
  const sentences = Object.entries(JSON.parse(readFileSync('views/locales/en.json', 'utf8')) as object)
    .filter(([key]) => /^(method\.)?bank_transfer/.test(key))
    .map(([key, text]) => [
      key.replace('bank_transfer', 'cheque'),
      String(text).replaceAll('transfer', 'cheque').replaceAll('Transfer', 'Cheque'),
    ])
  for (const locale of ['en', 'mn'])
    change(`views/locales/${locale}.json`, (text) =>
      JSON.stringify({ ...JSON.parse(text), ...Object.fromEntries(sentences) }, null, 2),
    )
}

/**
 * Runs in the copy. Two customers choose cash on delivery, and the merchant presses the links in the emails: the first
 * payment is confirmed, the second rejected. A third customer reports a cheque.
 */
const TRY = `
import { ask, openServer } from './support/ask.ts'
import { renderEmail } from '../common/services/emails/render.ts'
import { getProject } from '../common/services/projects/find.ts'
import { onConnection } from '../db/sql.ts'
import { eventsOf } from './support/stored.ts'
import { hiddenFields } from './support/customer.ts'
import { givenCheckout } from './support/given/checkout.ts'
import { givenMerchant, tea } from './support/given/merchant.ts'

await openServer()
const shop = await givenMerchant()
const enabled = { enabled: true }
await shop.patch('', { email: 'owner@shop.test', payment_methods: { cash_on_delivery: enabled, cheque: enabled } }).expect(200)
const project = await onConnection((sql) => getProject(sql, shop.projectId))

async function order(method) {
  const checkout = await givenCheckout(shop, tea())
  const offered = (await checkout.customer.get()).text
  await checkout.customer.pay({ payment_method: method, email: 'bat@example.com' })
  const [payment] = (await shop.get('/payments?checkout_id=' + checkout.id).expect(200)).body.data
  const again = (await checkout.customer.get()).text
  return { checkout, payment, offered, again, status: (await checkout.retrieve()).status }
}
async function emailsAbout(payment) {
  const rows = await onConnection((sql) => sql.rows('SELECT kind, recipient, words FROM emails WHERE project_id = ? ORDER BY id', [shop.projectId]))
  return rows
    .map(({ kind, recipient, words }) => ({ kind, to: recipient, words: JSON.parse(words) }))
    .filter(({ words }) => words.payment?.id === payment.id || words.checkout?.id === payment.payable.id)
    .map(({ kind, to, words }) => {
      const { subject, text } = renderEmail(kind, words, { project, locale: 'en', isTest: true })
      return { kind, to, subject, text }
    })
}
async function decide(payment, answer, fields) {
  const { text } = (await emailsAbout(payment)).find(({ kind }) => kind === 'transfer_reported')
  const { pathname, search } = new URL(text.match(new RegExp('https?://\\\\S+arrived=' + answer))[0])
  const page = (await ask('get', pathname + search)).text
  await ask('post', pathname + search).type('form').send({ ...hiddenFields(page), ...fields })
  return page
}
const now = async ({ checkout, payment }) => ({
  payment: (await shop.get('/payments/' + payment.id).expect(200)).body.data,
  checkout: (await checkout.retrieve()).status,
  page: (await checkout.customer.get()).text,
  emails: await emailsAbout(payment),
  events: await eventsOf('payment', payment.id),
})

const first = await order('cash_on_delivery')
const decision = await decide(first.payment, 'yes', { action: 'confirm' })
const second = await order('cash_on_delivery')
await decide(second.payment, 'no', { action: 'reject', reason: 'No one was at home.' })
const third = await order('cheque')
await third.checkout.customer.press('claim_transfer', { payer_name: 'Saraa' })
const found = {
  chosen: { offered: first.offered, page: first.again, payment: first.payment, checkout: first.status },
  decision, confirmed: await now(first), rejected: await now(second),
  started: { page: third.again, payment: third.payment }, reported: await now(third),
}
process.stdout.write(JSON.stringify(found), () => process.exit(0))
`

interface Now {
  payment: object
  checkout: string
  page: string
  emails: { kind: string; to: string; subject: string; text: string }[]
  events: string[]
}

interface Found {
  chosen: { offered: string; page: string; payment: object; checkout: string }
  decision: string
  confirmed: Now
  rejected: Now
  started: { page: string; payment: object }
  reported: Now
}

const OTHER_METHOD = /\b(transfers?|your bank|your account)\b/i
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ')

function emailOf({ emails }: Now, kind: string) {
  const email = emails.find((one) => one.kind === kind)
  if (!email) throw new Error(`there is no email ${kind}, only ${emails.map((one) => one.kind).join(', ')}`)
  return email
}

/** The tests that run over all methods. */
const TESTS = [
  'test/payments/manual-methods.test.ts',
  'test/projects/payment-settings.test.ts',
  'test/cli/method-options.test.ts',
]

describe('the examples of the guide, added together', () => {
  let copy: OwnCopy
  let voucher: string
  let tests: string[]
  let found: Found

  before(() => {
    copy = copyWithExamples(
      [FIFTH, HEADING],
      [sameSentences(HEADING, 'views/locales/mn.json', '  "method.test": "Туршилтын төлбөр",')],
    )
    addCheque(copy)
    writeFileSync(join(copy.folder, 'test/try.ts'), TRY)
    writeFileSync(join(copy.folder, 'test/try-voucher.ts'), TRY_VOUCHER)
    const [attempt = '', other = '', ...others] = bundled(copy, [
      ...['test/try.ts', 'test/try-voucher.ts'],
      ...TESTS,
    ])
    voucher = other
    tests = others
    const output = execFileSync(process.execPath, [attempt], {
      ...{ cwd: copy.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    })
    found = JSON.parse(output) as Found
  })
  after(() => copy.end())

  it('compile', () => {
    compile(copy)
  })

  it('do not compile without one of the sentences, and the compiler names it', () => {
    const file = join(copy.folder, 'views/locales/en.json')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, whole.replace(/^.*cash_on_delivery\.noted_then.*\n/m, ''))
    try {
      expect(() => compile(copy, 'pipe'))
        .to.throw()
        .with.property('stdout')
        .that.matches(/cash-on-delivery.method\.ts[^]*cash_on_delivery\.noted_then/)
    } finally {
      writeFileSync(file, whole)
    }
  })

  it('pass the tests that run over all methods', () => {
    const mocha = join(copy.folder, 'node_modules/mocha/bin/mocha.js')
    execFileSync(process.execPath, [mocha, '--exit', '--reporter', 'dot', ...tests], {
      ...{ cwd: copy.folder, stdio: ['ignore', 'ignore', 'inherit'] },
    })
  })

  describe('cash on delivery, and a cheque', () => {
    it('is pending as soon as it is chosen', () => {
      const { offered, page, payment, checkout } = found.chosen
      expect(offered).to.include('You pay when it arrives')
      expect(payment).to.include({ method: 'cash_on_delivery', status: 'pending', amount: 25_000 })
      expect(checkout).to.equal('pending')
      expect(page).to.include('Your order is placed').and.include('Please have ₮25,000 ready')
      expect(textOf(page)).to.not.match(OTHER_METHOD)
      expect(found.confirmed.events[0]).to.equal('payment.awaiting_verification')
    })

    it('asks the merchant for a decision in its own sentences', () => {
      const { to, subject, text } = emailOf(found.confirmed, 'transfer_reported')
      expect(to).to.equal('owner@shop.test')
      expect(subject).to.match(/^\[Test\] Cash on delivery: ₮25,000, number \d{6}$/)
      expect(text).to.include('Please deliver the order. Confirm when you have the money.')
      expect(textOf(found.decision)).to.include('Ordered').and.to.not.match(OTHER_METHOD)
    })

    it('is paid when the merchant confirms on the linked page', () => {
      const { payment, checkout, page } = found.confirmed
      expect(payment).to.include({ status: 'paid', amount_received: 25_000, verified_by: 'email_link' })
      expect(checkout).to.equal('complete')
      expect(page).to.include('Payment received')
      expect(emailOf(found.confirmed, 'receipt').text).to.include('Cash on delivery')
    })

    it('reopens the order when the merchant rejects it, and shows the customer why', () => {
      const { payment, checkout, page } = found.rejected
      expect(payment).to.include({ status: 'failed', failure_code: 'rejected' })
      expect(checkout).to.equal('open')
      expect(page).to.include('did not receive the money').and.include('No one was at home.')
      expect(emailOf(found.rejected, 'transfer_rejected').text)
        .to.include('did not receive ₮25,000')
        .and.include('No one was at home.')
    })

    it('emails the customer in its own sentences, and sends no transfer details', () => {
      const { emails } = found.rejected
      expect(emails.map(({ kind }) => kind)).to.deep.equal([
        ...['transfer_reported', 'transfer_received_note', 'transfer_rejected'],
      ])
      expect(emailOf(found.rejected, 'transfer_received_note').subject).to.include('₮25,000 on delivery')
      for (const { subject, text } of emails) expect(subject + text).to.not.match(OTHER_METHOD)
    })

    it('lets a customer report a cheque, in sentences about cheques', () => {
      const { started, reported } = found
      expect(started.payment).to.include({ method: 'cheque', status: 'started' })
      expect(textOf(started.page))
        .to.include('I have made the cheque')
        .and.not.match(/\btransfers?\b/i)
      expect(reported.payment).to.include({ status: 'pending', payer_name: 'Saraa' })
      expect(reported.checkout).to.equal('pending')
      expect(reported.page).to.include('is checking your cheque')
      expect(reported.emails.map(({ kind, subject }) => [kind, subject.replace(/\d{6}/, '')])).to.deep.equal([
        ['transfer_details', '[Test] How to pay ₮25,000 to Shop'],
        ['transfer_reported', '[Test] Check a cheque: ₮25,000, reference '],
        ['transfer_received_note', '[Test] Shop is checking your cheque of ₮25,000'],
      ])
      for (const { text } of reported.emails) expect(text).to.not.match(/\btransfers?\b/i)
    })
  })

  describe('a fifth method', () => {
    testVoucher(
      () => copy,
      () => voucher,
    )
  })
})
