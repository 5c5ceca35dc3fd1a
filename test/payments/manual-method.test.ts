import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { copyWithExample, sameSentences } from '../support/guide-example.ts'
import type { OwnCopy } from '../support/own-copy.ts'

const HEADING = 'Example: a method that you confirm'

/** Runs in the copy: two customers choose cash on delivery; the merchant confirms one payment and rejects the other. */
const TRY = `
import { openServer } from './support/ask.ts'
import { renderEmail } from '../common/services/emails/render.ts'
import { getProject } from '../common/services/projects/find.ts'
import { onConnection } from '../db/sql.ts'
import { eventsOf } from './support/look.ts'
import { givenCheckout } from './support/given/checkout.ts'
import { givenMerchant, tea } from './support/given/merchant.ts'

await openServer()
const shop = await givenMerchant()
await shop.patch('', { email: 'owner@shop.test', payment_methods: { cash_on_delivery: { enabled: true } } }).expect(200)

async function order() {
  const checkout = await givenCheckout(shop, tea())
  const offered = (await checkout.customer.look()).text
  await checkout.customer.pay({ payment_method: 'cash_on_delivery', email: 'bat@example.com' })
  const [payment] = (await shop.get('/payments?checkout_id=' + checkout.id).expect(200)).body.data
  const again = (await checkout.customer.look()).text
  return { checkout, payment, offered, again, status: (await checkout.retrieve()).status }
}

const first = await order()
const confirmed = (await shop.post('/payments/' + first.payment.id + '/confirm', {}).expect(200)).body.data
const second = await order()
const rejected = (await shop.post('/payments/' + second.payment.id + '/reject', { reason: 'Nobody was at home.' }).expect(200)).body.data
const page = (await second.checkout.customer.look()).text
const project = await onConnection((sql) => getProject(sql, shop.projectId))
const written = await onConnection((sql) =>
  sql.rows('SELECT kind, recipient, words FROM emails WHERE project_id = ? ORDER BY id', [shop.projectId]))
const emails = written.map(({ kind, recipient, words }) => {
  const { subject, text } = renderEmail(kind, JSON.parse(words), { project, locale: 'en', isTest: true })
  return { kind, to: recipient, subject, text }
})
const said = {
  offered: first.offered.includes('You pay when it arrives'),
  waits: first.again,
  pending: { payment: first.payment, checkout: first.status },
  confirmed, rejected, page,
  statuses: [(await first.checkout.retrieve()).status, (await second.checkout.retrieve()).status],
  events: await eventsOf('payment', first.payment.id),
  emails,
}
process.stdout.write(JSON.stringify(said), () => process.exit(0))
`

interface Said {
  offered: boolean
  waits: string
  pending: { payment: object; checkout: string }
  confirmed: object
  rejected: object
  page: string
  statuses: string[]
  events: string[]
  emails: { kind: string; to: string; subject: string; text: string }[]
}

describe('cash on delivery, added as the guide says', () => {
  let copy: OwnCopy
  let said: Said

  before(() => {
    copy = copyWithExample(HEADING, [
      sameSentences(HEADING, 'views/locales/mn.json', '  "method.test": "Туршилтын төлбөр",'),
    ])
    writeFileSync(join(copy.folder, 'test/try.ts'), TRY)
    const output = execFileSync(process.execPath, ['--import', 'tsx', 'test/try.ts'], {
      ...{ cwd: copy.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    })
    said = JSON.parse(output) as Said
  })
  after(() => copy.end())

  const emailOf = (kind: string) => said.emails.find((email) => email.kind === kind)!

  it('compiles', () => {
    const tsc = join(copy.folder, 'node_modules/.bin/tsc')
    execFileSync(tsc, ['--noEmit', '-p', 'tsconfig.try.json'], { cwd: copy.folder, stdio: 'inherit' })
  }).timeout(30_000)

  it('does not compile without one of its sentences', () => {
    const file = join(copy.folder, 'views/locales/en.json')
    const whole = execFileSync('cat', [file], { encoding: 'utf8' })
    writeFileSync(file, whole.replace(/^.*cash_on_delivery\.noted_then.*\n/m, ''))
    try {
      const tsc = join(copy.folder, 'node_modules/.bin/tsc')
      const compile = () =>
        execFileSync(tsc, ['--noEmit', '-p', 'tsconfig.try.json'], {
          cwd: copy.folder,
          stdio: 'pipe',
          encoding: 'utf8',
        })
      expect(compile)
        .to.throw()
        .with.property('stdout')
        .that.matches(/cash-on-delivery.attempt\.ts/)
    } finally {
      writeFileSync(file, whole)
    }
  }).timeout(30_000)

  it('waits for the merchant as soon as it is chosen', () => {
    expect(said.offered).to.equal(true)
    expect(said.pending.payment).to.include({ method: 'cash_on_delivery', status: 'pending', amount: 25_000 })
    expect(said.pending.checkout).to.equal('pending')
    expect(said.waits).to.include('Your order is placed').and.include('Please have ₮25,000 ready')
    expect(said.waits.replace(/<[^>]*>/g, '')).to.not.match(/transfer|your account/i)
    expect(said.events.slice(0, 1)).to.deep.equal(['payment.awaiting_verification'])
  })

  it('asks the merchant and writes to the customer in its own words', () => {
    const toMerchant = emailOf('transfer_reported')
    expect(toMerchant).to.include({ to: 'owner@shop.test' })
    expect(toMerchant.subject).to.match(/^\[Test\] Cash on delivery: ₮25,000, number \d{6}$/)
    expect(toMerchant.text).to.include('Please deliver the order. Confirm when you have the money.')
    expect(toMerchant.text).to.match(/\/t\/\d+\/\S+\?arrived=yes/)
    expect(emailOf('transfer_received_note').subject).to.include('₮25,000 on delivery')
    expect(emailOf('transfer_rejected').text)
      .to.include('did not receive ₮25,000')
      .and.include('Nobody was at home.')
    for (const { subject, text } of said.emails) expect(subject + text).to.not.match(/\btransfers?\b/i)
  })

  it('completes the order when the merchant confirms', () => {
    expect(said.confirmed).to.include({ status: 'paid', amount_received: 25_000 })
    expect(said.statuses[0]).to.equal('complete')
    expect(emailOf('receipt').text).to.include('Cash on delivery')
  })

  it('opens the order again when the merchant rejects', () => {
    expect(said.rejected).to.include({ status: 'failed', failure_code: 'rejected' })
    expect(said.statuses[1]).to.equal('open')
    expect(said.page).to.include('did not receive the money').and.include('Nobody was at home.')
  })
}).timeout(60_000)
