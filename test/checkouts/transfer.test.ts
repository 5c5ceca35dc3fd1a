import { expect } from 'chai'
import type { Response } from 'supertest'
import { proof } from '../../common/kit/secrets.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { decisionUrl, linkExpiry } from '../../common/services/links/decision.ts'
import { followUpPayment } from '../../common/services/payments/follow-up.ts'
import { freeReferences } from '../../common/services/payments/references.ts'
import { findProject } from '../../common/services/projects/find.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { ask } from '../support/ask.ts'
import { Customer, hiddenFields } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import {
  BANK_ACCOUNT,
  givenMerchant,
  givenTransferShop,
  type Merchant,
  tea,
} from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

/** A checkout with a started transfer. */
async function givenTransfer(shop?: Merchant, body: object = tea()) {
  const merchant = shop ?? (await givenTransferShop())
  const { body: created } = await merchant.post('/checkouts', body)
  const { id, url } = created.data as { id: number; url: string }
  const customer = new Customer(url)
  await customer.pay({ payment_method: 'bank_transfer' })
  const [begun] = await paymentsOf(id)
  const paymentId = begun!.id
  return {
    shop: merchant,
    id,
    paymentId,
    customer,
    retrieve: async () => (await merchant.get(`/checkouts/${id}`)).body.data,
    payment: async () => (await merchant.get(`/payments/${paymentId}`)).body.data,
    decide: (verb: 'confirm' | 'reject', reason?: string) =>
      merchant.post(`/payments/${paymentId}/${verb}`, reason === undefined ? {} : { reason }),
  }
}

/** A checkout with a reported transfer. */
async function givenReported(shop?: Merchant, body?: object, fields: Record<string, string> = {}) {
  const transfer = await givenTransfer(shop, body)
  await transfer.customer.press('claim_transfer', fields)
  return transfer
}

/** Returns when events of a type were recorded for a payment. */
async function timesOf(paymentId: number, type: string): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ created_at: Date }>(
      "SELECT created_at FROM events WHERE object = 'payment' AND object_id = ? AND type = ? ORDER BY sequence",
      [paymentId, type],
    ),
  )
  return rows.map(({ created_at: at }) => at.toISOString())
}

interface EmailRow {
  kind: 'transfer_reported' | 'transfers_waiting'
  words: string
  created_at: Date
}

/** Returns the emails to the merchant about a payment, oldest first. */
function emailsAbout(paymentId: number): Promise<EmailRow[]> {
  return onConnection((sql) =>
    sql.rows<EmailRow>(
      `SELECT kind, words, created_at FROM emails
       WHERE kind LIKE 'transfer\\\\_%' AND kind NOT IN ('transfer_details', 'transfer_received_note') AND cause = ? ORDER BY id`,
      [`payment-${paymentId}`],
    ),
  )
}

/** Returns the digests to a merchant, oldest first. */
function digestsOf({ projectId }: Merchant): Promise<EmailRow[]> {
  return onConnection((sql) =>
    sql.rows<EmailRow>(
      "SELECT kind, words, created_at FROM emails WHERE project_id = ? AND kind = 'transfers_waiting' ORDER BY id",
      [projectId],
    ),
  )
}

/** Returns the path of the link in an email, as a mail program shows it. */
async function linkIn(shop: Merchant, { kind, words }: EmailRow): Promise<string> {
  const project = await onConnection((sql) => findProject(sql, shop.projectId))
  const { text } = renderEmail(kind, JSON.parse(words), { project: project!, locale: 'en', isTest: true })
  const [url] = /http\S+\/t\/\S+/.exec(text) ?? []
  return new URL(url ?? '').pathname
}

async function givenLink() {
  const transfer = await givenReported()
  const [email] = await emailsAbout(transfer.paymentId)
  const path = await linkIn(transfer.shop, email!)
  const get = () => ask('get', path)
  const press = async (action: string, fields: Record<string, string> = {}, page?: Response) => {
    const { text } = page ?? (await get())
    return ask('post', path)
      .type('form')
      .send({ ...hiddenFields(text), ...fields, action })
  }
  return { ...transfer, path, get, press }
}

describe('the name on the account that a transfer comes from', () => {
  it('is optional, and is shown to the merchant on the decision page and in the email', async () => {
    const { shop, paymentId, payment, customer } = await givenReported(undefined, undefined, {
      payer_name: '  Sarangerel\u0007\tBat-Erdene ',
    })
    expect((await payment()).payer_name).to.equal('Sarangerel Bat-Erdene')
    const [email] = await emailsAbout(paymentId)
    expect((await ask('get', await linkIn(shop, email!))).text).to.contain('Sarangerel Bat-Erdene')
    expect(email!.words).to.contain('Sarangerel Bat-Erdene')
    expect((await customer.get()).text).to.contain('data-state="pending"')
    const silent = await givenReported()
    expect((await silent.payment()).payer_name).to.equal(null)
  })

  it('is cut to 100 characters instead of blocking the report', async () => {
    const { payment } = await givenReported(undefined, undefined, { payer_name: '🍵'.repeat(300) })
    expect(await payment()).to.include({ status: 'pending', payer_name: '🍵'.repeat(100) })
  })
})

describe('the window of a reported transfer', () => {
  it('is three days, without a reminder before the last day', async () => {
    const { shop, payment, paymentId } = await givenReported()
    const { claimed_at: claimed, expires_at: expires } = await payment()
    expect(new Date(expires).getTime() - new Date(claimed).getTime()).to.equal(3 * DAY)
    await travelTo(shop.projectId, later(new Date(expires), -DAY - SECOND))
    expect(await timesOf(paymentId, 'payment.verification_due')).to.deep.equal([])
    expect((await emailsAbout(paymentId)).map(({ kind }) => kind)).to.deep.equal(['transfer_reported'])
  })

  it('ends with a reminder a day before, and daily ones for fourteen days after it', async () => {
    const { shop, payment, paymentId, retrieve } = await givenReported()
    const expires = new Date((await payment()).expires_at)
    await travelTo(shop.projectId, later(expires, 100 * DAY))
    const expected = Array.from({ length: 15 }, (_, day) => later(expires, (day - 1) * DAY).toISOString())
    expect(await timesOf(paymentId, 'payment.verification_due')).to.deep.equal(expected)
    expect((await emailsAbout(paymentId)).map(({ kind }) => kind)).to.deep.equal(['transfer_reported'])
    expect((await retrieve()).status).to.equal('pending')
    expect((await payment()).status).to.equal('pending')
  })

  it('has one reminder after an outage, not one per missed day', async () => {
    const { shop, payment, paymentId } = await givenReported()
    const expires = new Date((await payment()).expires_at)
    const back = later(expires, 4 * DAY + HOUR)
    setClock(() => back)
    const project = await onConnection((sql) => findProject(sql, shop.projectId))
    await Promise.all([1, 2, 3].map(() => atomically((tx) => followUpPayment(tx, project!, paymentId))))
    expect(await timesOf(paymentId, 'payment.verification_due')).to.deep.equal([back.toISOString()])
    await travelTo(shop.projectId, later(expires, 5 * DAY))
    expect(await timesOf(paymentId, 'payment.verification_due')).to.have.lengthOf(2)
  })

  it('has events without emails if the merchant has no email address', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    const { payment, paymentId } = await givenReported(shop)
    await travelTo(shop.projectId, new Date((await payment()).expires_at))
    expect(await timesOf(paymentId, 'payment.verification_due')).to.have.lengthOf(2)
    expect(await emailsAbout(paymentId)).to.deep.equal([])
  })

  it('ends with the decision: no reminder follows', async () => {
    const { shop, payment, paymentId, decide } = await givenReported()
    const expires = new Date((await payment()).expires_at)
    await decide('confirm').expect(200)
    await travelTo(shop.projectId, later(expires, 20 * DAY))
    expect(await timesOf(paymentId, 'payment.verification_due')).to.deep.equal([])
  })

  it('does not limit the decision, which is possible after 200 days', async () => {
    const { shop, decide, retrieve } = await givenReported()
    const late = later(new Date(), 200 * DAY)
    await travelTo(shop.projectId, late)
    const { body } = await decide('confirm').expect(200)
    expect(body.data).to.include({ status: 'paid', verified_by: 'api' })
    const checkout = await retrieve()
    expect(checkout.status).to.equal('complete')
    expect(new Date(checkout.paid_at).getTime()).to.equal(late.getTime())
  })
})

describe('a rejected transfer', () => {
  it('gives the checkout the time that was left at the report', async () => {
    const { shop, customer, retrieve, decide } = await givenTransfer()
    const end = new Date((await retrieve()).expires_at)
    await travelTo(shop.projectId, later(new Date(), 20 * HOUR))
    const claimed = later(new Date(), 20 * HOUR)
    setClock(() => claimed)
    await customer.press('claim_transfer')
    const rejected = later(claimed, 90 * DAY)
    await travelTo(shop.projectId, rejected)
    await decide('reject').expect(200)
    const { status, expires_at: expires } = await retrieve()
    expect(status).to.equal('open')
    const left = end.getTime() - claimed.getTime()
    expect(new Date(expires).getTime() - rejected.getTime()).to.be.closeTo(left, SECOND)
    await travelTo(shop.projectId, later(rejected, left + SECOND))
    expect((await retrieve()).status).to.equal('expired')
  })

  it('leaves the checkout expired if no time was left at the report', async () => {
    const { shop, id, customer, retrieve, decide } = await givenTransfer(undefined, {
      ...tea(),
      expires_at: later(new Date(), HOUR).toISOString(),
    })
    await travelTo(shop.projectId, later(new Date(), 2 * HOUR))
    expect((await retrieve()).status).to.equal('open')
    await customer.press('claim_transfer')
    expect((await retrieve()).status).to.equal('pending')
    await decide('reject').expect(200)
    expect((await retrieve()).status).to.equal('expired')
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
  })

  it('can be followed by another payment method', async () => {
    const { id, customer, retrieve, decide } = await givenReported()
    await decide('reject', 'Nothing came.').expect(200)
    await customer.pay()
    expect((await retrieve()).status).to.equal('complete')
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['failed', 'paid'])
  })
})

describe('a transfer that was canceled', () => {
  it('is flagged for refund if it is reported after another payment, and then confirmed', async () => {
    const { id, paymentId, customer, retrieve, payment, decide } = await givenTransfer()
    const otherTab = await customer.get()
    await customer.pay({}, await customer.get('?choose=1'))
    const paid = await retrieve()
    await customer.press('claim_transfer', {}, otherTab)
    expect((await payment()).status).to.equal('pending')
    expect(await eventsOf('payment', paymentId)).to.include('payment.awaiting_verification')
    await decide('confirm').expect(200)
    expect((await payment()).status).to.equal('refund_required')
    expect(await retrieve()).to.deep.equal(paid)
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
  })

  it('leaves the paid order unchanged if it is rejected', async () => {
    const { customer, retrieve, payment, decide } = await givenTransfer()
    const otherTab = await customer.get()
    await customer.pay({}, await customer.get('?choose=1'))
    const paid = await retrieve()
    await customer.press('claim_transfer', {}, otherTab)
    await decide('reject').expect(200)
    expect((await payment()).status).to.equal('failed')
    expect(await retrieve()).to.deep.equal(paid)
  })

  it('is flagged for refund if it is reported after the checkout has expired', async () => {
    const { shop, customer, retrieve, payment, decide } = await givenTransfer(undefined, {
      ...tea(),
      expires_at: later(new Date(), HOUR).toISOString(),
    })
    const page = await customer.get()
    await travelTo(shop.projectId, later(new Date(), 25 * HOUR))
    expect((await retrieve()).status).to.equal('expired')
    await customer.press('claim_transfer', {}, page)
    await decide('confirm').expect(200)
    expect((await payment()).status).to.equal('refund_required')
    expect((await retrieve()).status).to.equal('expired')
  })
})

describe('the reference of a transfer', () => {
  const openReferences = async (shop: Merchant) => {
    const rows = await onConnection((sql) =>
      sql.rows<{ open_reference: string | null }>(
        "SELECT open_reference FROM payments WHERE project_id = ? AND method = 'bank_transfer' ORDER BY id",
        [shop.projectId],
      ),
    )
    return rows.map(({ open_reference: reference }) => reference)
  }

  it('becomes its own again when a canceled transfer is reported, unless another payment has it by then', async () => {
    for (const taken of [false, true]) {
      const { shop, customer, payment, decide } = await givenTransfer()
      const { reference } = await payment()
      const page = await customer.get()
      await customer.pay({}, await customer.get('?choose=1'))
      expect(await openReferences(shop)).to.deep.equal([reference])
      const other = taken ? [(await givenTransfer(shop)).paymentId] : []
      await onConnection(async (sql) => {
        if (taken) await sql.run('UPDATE payments SET open_reference = NULL WHERE reference = ?', [reference])
        await sql.run('UPDATE payments SET open_reference = ? WHERE id IN (?)', [reference, [0, ...other]])
      })
      await customer.press('claim_transfer', {}, page)
      expect((await payment()).status).to.equal('pending')
      expect(await openReferences(shop)).to.deep.equal(taken ? [null, reference] : [reference])
      await decide('reject').expect(200)
      expect(await openReferences(shop)).to.deep.equal(taken ? [null, reference] : [reference])
    }
  })

  it('is six digits, and unique among the open payments of the project', async () => {
    const shop = await givenTransferShop()
    const references = new Set<string>()
    for (let count = 0; count < 10; count += 1) {
      const { payment } = await givenTransfer(shop)
      references.add((await payment()).reference)
    }
    expect(references.size).to.equal(10)
    for (const reference of references) expect(reference).to.match(/^[1-9]\d{5}$/)
  })

  it('is not reused while the payment is open, nor for 60 days after it', async () => {
    const shop = await givenTransferShop()
    const first = await givenReported(shop)
    const second = await givenReported(shop)
    const { reference } = await first.payment()
    const assign = () =>
      onConnection((sql) =>
        sql.run('UPDATE payments SET open_reference = ? WHERE id = ?', [reference, second.paymentId]),
      ).then(
        () => 'assigned',
        (error: unknown) => String(error),
      )
    expect(await assign()).to.contain('payments_reference')
    const decided = Date.now()
    await first.decide('reject').expect(200)
    for (const [days, outcome] of [
      [59.9, 'payments_reference'],
      [60.1, 'assigned'],
    ] as const) {
      setClock(() => new Date(decided + days * DAY))
      await atomically(freeReferences)
      expect(await assign()).to.contain(outcome)
    }
    expect((await first.payment()).reference).to.equal(reference)
  })

  it('stays the same when Pay is pressed again for the same total', async () => {
    const { id, customer, payment, shop } = await givenTransfer()
    const { reference, expires_at: until } = await payment()
    setClock(() => later(new Date(), HOUR))
    const again = { payment_method: 'bank_transfer', email: 'dorj@example.com' }
    await customer.pay(again, await customer.get('?choose=1'))
    expect(await paymentsOf(id)).to.have.length(1)
    const kept = await payment()
    expect(kept).to.include({ reference, status: 'started', customer_email: 'dorj@example.com' })
    expect(kept.expires_at > until).to.equal(true)
    await travelTo(shop.projectId, later(new Date(), 24.5 * HOUR)) // a day from the second press
    expect((await payment()).status).to.equal('started')
    await travelTo(shop.projectId, later(new Date(), 25.5 * HOUR))
    expect((await payment()).status).to.equal('canceled')
  })

  it('is new if the total, the method or the account has changed', async () => {
    const { shop, id, customer, retrieve } = await givenTransfer(undefined, {
      items: [{ ...tea().items[0], adjustable_quantity: { enabled: true } }],
    })
    const item = (await retrieve()).items[0].id
    const press = async (fields: object) =>
      customer.pay({ payment_method: 'bank_transfer', ...fields }, await customer.get('?choose=1'))
    await press({ [`quantity[${item}]`]: '2', amount_total: '50000' })
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled', 'started'])
    await shop
      .patch('', { payment_methods: { bank_transfer: { ...BANK_ACCOUNT, account_number: '99' } } })
      .expect(200)
    await press({})
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal([
      'canceled',
      'canceled',
      'started',
    ])
    await press({ payment_method: 'test', test_outcome: 'never' })
    expect((await paymentsOf(id)).at(-1)).to.include({ method: 'test', status: 'started' })
  })
})

describe('deciding a transfer by the link in the email', () => {
  it('shows the amount and the reference, and does not decide anything when it is opened', async () => {
    const { path, get, payment, retrieve } = await givenLink()
    const { reference } = await payment()
    for (const page of [await get(), await get()]) {
      expect(page.status).to.equal(200)
      expect(page.text).to.contain('₮25,000').and.contain(reference).and.contain('bat@example.com')
      expect(page.headers['cache-control']).to.equal('no-store')
    }
    expect((await ask('head', path)).status).to.equal(200)
    expect((await payment()).status).to.equal('pending')
    expect((await retrieve()).status).to.equal('pending')
  })

  it('does not decide anything by the link of an answer, only by its page', async () => {
    const { path, payment } = await givenLink()
    for (const answer of ['yes', 'no', 'nonsense'])
      for (const method of ['get', 'head'] as const)
        expect((await ask(method, `${path}?arrived=${answer}`)).status).to.equal(200)
    expect((await payment()).status).to.equal('pending')
    const { text } = await ask('get', `${path}?arrived=no`)
    expect(text).to.contain('value="reject"').and.not.contain('value="confirm"')
    const form = { ...hiddenFields(text), action: 'reject', reason: 'Nothing came.' }
    await ask('post', `${path}?arrived=no`).type('form').send(form).expect(303)
    expect(await payment()).to.include({ status: 'failed', failure_message: 'Nothing came.' })
    expect((await ask('get', `${path}?arrived=yes`)).text).to.contain('Payment rejected')
  })

  it('confirms with one press, and shows this to later visitors', async () => {
    const { path, press, get, payment, retrieve } = await givenLink()
    const answer = await press('confirm')
    expect(answer.status).to.equal(303)
    expect(answer.headers.location).to.equal(path)
    expect(await payment()).to.include({ status: 'paid', verified_by: 'email_link' })
    expect(await retrieve()).to.include({ status: 'complete', payment_method: 'bank_transfer' })
    const page = await get()
    expect(page.text).to.contain('Payment confirmed').and.not.contain('value="confirm"')
  })

  it('rejects with one press, with a reason that the customer can read', async () => {
    const { press, get, payment, customer, paymentId } = await givenLink()
    await press('reject', { reason: 'Nothing came.\r\nAsk your bank.' })
    expect(await payment()).to.include({
      status: 'failed',
      verified_by: 'email_link',
      failure_message: 'Nothing came.\nAsk your bank.',
    })
    expect((await get()).text).to.contain('Payment rejected')
    expect((await customer.get()).text).to.contain('Nothing came.')
    expect(await emailsFor(`payment-${paymentId}`)).to.have.members([
      'transfer_details',
      'transfer_reported',
      'transfer_received_note',
      'transfer_rejected',
    ])
  })

  it('rejects a partly received transfer and shows the amount to refund', async () => {
    const { shop, paymentId, get, press, payment } = await givenLink()
    await shop.post(`/payments/${paymentId}/confirm`, { amount_received: 10_000 }).expect(200)
    expect((await get()).text)
      .to.contain('₮15,000')
      .and.contain('₮10,000')
    await press('reject')
    expect(await payment()).to.include({ status: 'refund_required', failure_code: 'rejected' })
    const { text } = await get()
    expect(text).to.contain('Payment rejected').and.contain('refund ₮10,000')
    expect(text).to.not.contain('Payment confirmed')
  })

  it('records another amount: less waits for the rest, and more shows the amount to refund', async () => {
    const { press, get, payment } = await givenLink()
    const unread = await press('confirm', { amount_received: '10.000' })
    expect(unread.status).to.equal(422)
    expect(unread.text).to.contain('without decimals, such as ₮25,000').and.contain('value="10.000"')
    await press('confirm', { amount_received: '10,000' })
    expect(await payment()).to.include({
      status: 'pending',
      amount_received: 10_000,
      verified_by: 'email_link',
    })
    await press('confirm', { amount_received: '16,000' })
    expect(await payment()).to.include({ status: 'paid', amount_received: 26_000, amount_to_refund: 1_000 })
    expect((await get()).text).to.contain('₮1,000 more than that arrived')
  })

  it('decides only on the state that the page showed', async () => {
    const { shop, paymentId, press, get, payment } = await givenLink()
    const before = await get()
    await shop.post(`/payments/${paymentId}/confirm`, { amount_received: 10_000 }).expect(200)
    for (const action of ['confirm', 'reject']) {
      const refused = await press(action, {}, before)
      expect(refused.status).to.equal(422)
      expect(refused.text)
        .to.contain('Someone else has recorded money for this payment')
        .and.contain('₮15,000')
    }
    const twice = await get()
    const answers = await Promise.all([1, 2].map(() => press('confirm', { amount_received: '5000' }, twice)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 422])
    expect(await payment()).to.include({ status: 'pending', amount_received: 15_000 })
  })

  it('does not promise an open order if the order had expired and was accepted late', async () => {
    const { shop, paymentId, id, payment } = await givenLink()
    await shop.post(`/payments/${paymentId}/reject`).expect(200)
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    await shop
      .post(`/payments/${paymentId}/confirm`, { amount_received: 10_000, accept_late: true })
      .expect(200)
    // The old link is invalid: there is a newer email.
    const path = new URL(decisionUrl(paymentId, (await payment()).claimed_at, linkExpiry())).pathname
    const page = () => ask('get', path)
    const { text } = await page()
    expect(text).to.contain('so it ends again').and.not.contain('The order opens again')
    await ask('post', path)
      .type('form')
      .send({ ...hiddenFields(text), action: 'reject' })
      .expect(303)
    expect((await page()).text)
      .to.contain('refund ₮10,000')
      .and.not.contain('can pay again')
  })

  it('rejects with a usual reason that needs no typing', async () => {
    const { press, payment, customer } = await givenLink()
    await press('reject', { reason_choice: 'not_found', reason: '' })
    const reason = 'No payment with this amount and reference has arrived.'
    expect(await payment()).to.include({ status: 'failed', failure_message: reason })
    expect((await customer.get()).text).to.contain(reason)
  })

  it('uses the typed reason if "another reason" is chosen or the choice is unknown', async () => {
    for (const choice of ['other', 'toString']) {
      const { press, payment } = await givenLink()
      await press('reject', { reason_choice: choice, reason: 'Wrong shop.' })
      expect((await payment()).failure_message, choice).to.equal('Wrong shop.')
    }
  })

  it('confirms a wrongly rejected transfer after all, once, while its order is open', async () => {
    const { press, get, payment, retrieve, id } = await givenLink()
    await press('reject')
    const page = await get()
    expect(page.text).to.contain('value="confirm_after_all"').and.contain('Confirm only if all ₮25,000')
    const answers = await Promise.all([1, 2].map(() => press('confirm_after_all', {}, page)))
    expect(answers.map(({ status }) => status)).to.deep.equal([303, 303])
    expect(await payment()).to.include({
      ...{ status: 'paid', amount_received: 25_000, verified_by: 'email_link' },
      ...{ failure_code: null, failure_message: null },
    })
    expect((await retrieve()).status).to.equal('complete')
    expect(await eventsOf('checkout', id)).to.have.members(['checkout.completed'])
    expect((await get()).text)
      .to.contain('Payment confirmed')
      .and.not.contain('value="confirm_after_all"')
  })

  it('does not confirm after all if the order has ended, or waits for another transfer', async () => {
    for (const change of ['expire', 'report again'] as const) {
      const { shop, id, press, get, payment, customer } = await givenLink()
      await press('reject')
      const before = await get()
      if (change === 'expire') await shop.post(`/checkouts/${id}/expire`).expect(200)
      else {
        await customer.pay({ payment_method: 'bank_transfer' })
        await customer.press('claim_transfer')
      }
      expect((await get()).text, change).to.not.contain('confirm_after_all')
      expect((await press('confirm_after_all', {}, before)).status, change).to.equal(303)
      expect((await payment()).status, change).to.equal('failed')
    }
  })

  it('does not confirm after all what was rejected over the API', async () => {
    const { get, press, decide, payment } = await givenLink()
    const page = await get()
    await decide('reject').expect(200)
    expect((await get()).text).to.not.contain('confirm_after_all')
    await press('confirm_after_all', {}, page)
    expect((await payment()).status).to.equal('failed')
  })

  it('rejects without a reason too', async () => {
    const { press, payment } = await givenLink()
    await press('reject', { reason: '  ' })
    expect(await payment()).to.include({ status: 'failed', failure_message: null })
  })

  it('shows an error next to a reason that is too long, and keeps the text', async () => {
    const { press, payment } = await givenLink()
    const { status, text } = await press('reject', { reason: 'x'.repeat(501) })
    expect(status).to.equal(422)
    expect(text).to.contain('x'.repeat(501)).and.contain('aria-invalid="true"')
    expect((await payment()).status).to.equal('pending')
  })

  it('shows that the transfer was already decided over the API', async () => {
    const { get, press, decide, payment } = await givenLink()
    const page = await get()
    await decide('reject').expect(200)
    expect((await press('confirm', {}, page)).status).to.equal(303)
    expect(await payment()).to.include({ status: 'failed', verified_by: 'api' })
    const after = await get()
    expect(after.status).to.equal(410)
    expect(after.text).to.contain('already been rejected')
  })

  it('rejects a form that does not come from its own page', async () => {
    const { press, path, payment } = await givenLink()
    expect((await press('confirm', { form_token: 'guessed' })).status).to.equal(403)
    const foreign = ask('post', path).set('Sec-Fetch-Site', 'cross-site').type('form')
    expect((await foreign.send({ action: 'confirm' })).status).to.equal(403)
    expect((await payment()).status).to.equal('pending')
  })

  it('accepts only links that this service signed', async () => {
    const { path, get } = await givenLink()
    const other = await givenReported()
    const [, , id, token = ''] = path.split('/')
    const changed = token.endsWith('A') ? `${token.slice(0, -1)}B` : `${token.slice(0, -1)}A`
    const longer = token.replace(/^[^.]+/, (ends) => (parseInt(ends, 36) + 86_400).toString(36))
    for (const wrong of [`${other.paymentId}/${token}`, `${id}/${changed}`, `${id}/${longer}`, `${id}/x`])
      expect((await ask('get', `/t/${wrong}`)).status, wrong).to.equal(404)
    expect((await get()).status).to.equal(200)
  })

  it('works for thirty days after each email, and then shows that it is too old', async () => {
    const { shop, path, get, press, payment } = await givenLink()
    const page = await get()
    await travelTo(shop.projectId, later(new Date(), 30 * DAY - MINUTE))
    expect((await get()).text).to.contain('value="confirm"')
    await travelTo(shop.projectId, later(new Date(), 30 * DAY + MINUTE))
    expect((await get()).status).to.equal(410)
    await press('confirm', {}, page)
    expect((await payment()).status).to.equal('pending')
    await givenReported(shop) // the digest lists the old one together with the new one
    await travelTo(shop.projectId, later(new Date(), 33 * DAY))
    const newer = await linkIn(shop, (await digestsOf(shop)).at(-1)!)
    expect(newer).to.not.equal(path)
    expect((await ask('get', newer)).text).to.contain('value="confirm"')
  })

  it('shows no customer data once it is too old', async () => {
    const shop = await givenTransferShop()
    const { paymentId } = await givenReported(shop, undefined, { payer_name: 'Sarangerel' })
    const [email] = await emailsAbout(paymentId)
    const path = await linkIn(shop, email!)
    expect((await ask('get', path)).text).to.contain('Sarangerel')
    await travelTo(shop.projectId, later(new Date(), 30 * DAY + MINUTE))
    const old = await ask('get', path)
    expect(old.status).to.equal(410)
    expect(old.text).to.not.contain('Sarangerel')
  })

  it('works with the previous key', async () => {
    const { path, get } = await givenLink()
    const [, , id = '', token = ''] = path.split('/')
    const [ends = '', sign = ''] = token.split('.')
    const claimed = await onConnection((sql) =>
      sql.row<{ claimed_at: Date }>('SELECT claimed_at FROM payments WHERE id = ?', [Number(id)]),
    )
    const keys = config().secretKeys
    const previous = Buffer.alloc(32, 7)
    const message = `${id} ${claimed!.claimed_at.toISOString().slice(0, -1)}000Z ${ends}`
    expect(proof(keys[0]!, 'transfer', message)).to.equal(sign)
    const old = `/t/${id}/${ends}.${proof(previous, 'transfer', message)}`
    expect((await ask('get', old)).status).to.equal(404)
    keys.push(previous)
    try {
      expect((await ask('get', old)).status).to.equal(200)
      expect((await get()).status).to.equal(200)
    } finally {
      keys.pop()
    }
  })
})

describe('deciding a transfer', () => {
  it('happens once if confirmations and rejections arrive at the same moment over the API and the page', async () => {
    const shop = await givenTransferShop()
    const outcomes = new Set<string>()
    for (let round = 0; round < 24; round += 1) {
      const { id, paymentId, payment, retrieve, decide } = await givenReported(shop)
      const [email] = await emailsAbout(paymentId)
      const path = await linkIn(shop, email!)
      const fields = hiddenFields((await ask('get', path)).text)
      const press = (action: string) =>
        ask('post', path)
          .type('form')
          .send({ ...fields, action })
      const answers = await Promise.all([
        decide('confirm'),
        decide('reject'),
        press('confirm'),
        press('reject'),
      ])
      const [confirmed, rejected] = answers.slice(0, 2).map(({ status }) => status)
      const { status, verified_by: by, amount_received: received } = await payment()
      outcomes.add(`${rejected} by ${by}`)
      // Money that has arrived counts, even if a rejection came first.
      expect([status, received]).to.deep.equal(['paid', 25_000])
      expect(confirmed).to.equal(by === 'api' ? 200 : 409)
      expect(rejected).to.be.oneOf([200, 409])
      expect((await retrieve()).status).to.equal('complete')
      expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
      expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
    }
    expect(outcomes.size).to.be.greaterThan(1)
  })
})
