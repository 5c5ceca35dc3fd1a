import { expect } from 'chai'
import { HOUR, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { closeSmtp } from '../../common/runtime/smtp.ts'
import { sendEmail } from '../../common/services/emails/send.ts'
import { Unavailable } from '../../db/errors.ts'
import { onConnection } from '../../db/sql.ts'
import type { ModelTx } from '../../db/transaction.ts'
import { atomically } from '../../worker/atomically.ts'
import { captureLog } from '../support/capture-log.ts'
import { paidCheckout, rowOf, settings, writtenReceipt } from '../support/given/email.ts'
import { givenMerchant, givenTransferShop } from '../support/given/merchant.ts'
import { dueTurns } from '../support/turns.ts'
import { startMailServer } from './mail-server.ts'

describe('sending an email', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>

  beforeEach(async () => {
    server = await startMailServer()
    config().smtpUrl = server.url
  })
  afterEach(async () => {
    closeSmtp()
    config().smtpUrl = null
    await server.close()
  })

  const send = (id: number) => sendEmail(id, atomically)
  const travel = (to: Date) => {
    setClock(() => to)
  }

  it('uses the merchant’s name as the sender and the merchant’s address for replies', async () => {
    const shop = await givenMerchant({ name: 'Khaan Coffee' })
    await settings(shop, { email: 'hello@khaan.mn' })
    const id = await writtenReceipt(shop)
    await send(id)
    const [{ mail, from, to } = { mail: undefined }] = server.taken
    expect(mail?.from).to.deep.include({ name: 'Khaan Coffee', address: 'billing@tolbor.test' })
    expect(mail?.replyTo).to.have.lengthOf(1)
    expect(mail?.replyTo?.[0]).to.include({ address: 'hello@khaan.mn' })
    expect(mail?.messageId).to.equal(`<email-${id}@tolbor.test>`)
    expect(mail?.headers).to.deep.include({
      key: 'auto-submitted',
      value: 'auto-generated',
      originalKey: 'Auto-Submitted',
    })
    expect([from, to]).to.deep.equal(['billing@tolbor.test', ['bat@example.mn']])
    expect(await rowOf(id)).to.include({ status: 'sent', tries: 1, due_at: null, error: null })
  })

  it('sets no address for replies if the merchant has none', async () => {
    await send(await writtenReceipt(await givenMerchant()))
    expect(server.taken[0]?.mail.replyTo ?? []).to.deep.equal([])
    expect(server.taken[0]?.mail.text).to.contain('Questions? Please contact Shop.')
  })

  it('marks the subject in test mode only', async () => {
    const shop = await givenTransferShop()
    await send(await writtenReceipt(shop))
    await send(await writtenReceipt(shop, { checkout: await paidCheckout(shop.live) }))
    const [test, live] = server.taken.map(({ mail }) => mail.subject)
    expect(test).to.equal('[Test] Receipt R-000012: ₮50,000 paid to Shop')
    expect(live).to.equal('Receipt R-000012: ₮50,000 paid to Shop')
  })

  it('sends one email if it was written twice and two workers send it at once', async () => {
    const shop = await givenMerchant()
    const checkout = await paidCheckout(shop)
    const ids = [await writtenReceipt(shop, { checkout }), await writtenReceipt(shop, { checkout })] as const
    expect(ids[0]).to.equal(ids[1])
    await Promise.all([send(ids[0]), send(ids[0])])
    await send(ids[0])
    expect(server.taken).to.have.lengthOf(1)
  })

  it('does not send from a worker that was paused until its lease expired', async () => {
    const id = await writtenReceipt(await givenMerchant())
    const realNow = performance.now.bind(performance)
    try {
      await sendEmail(id, async (work) => {
        const claimed = await atomically(work)
        performance.now = () => realNow() + 2 * MINUTE
        return claimed
      })
    } finally {
      performance.now = realNow
    }
    expect(server.taken).to.deep.equal([])
    expect(await rowOf(id)).to.include({ status: 'pending', tries: 1 })
    setClock(() => later(new Date(), 2 * MINUTE + SECOND))
    await send(id)
    expect(server.taken).to.have.lengthOf(1)
  })

  it('keeps the Message-ID if a worker is killed after the mail server received the email', async () => {
    const id = await writtenReceipt(await givenMerchant())
    let transactions = 0
    const killed = <Result>(work: (tx: ModelTx) => Promise<Result>): Promise<Result> => {
      if (++transactions > 1) throw new Error('killed')
      return atomically(work)
    }
    const end = await sendEmail(id, killed).catch((error: unknown) => error)
    expect(end).to.be.an('error')
    await send(id) // another worker must wait for the end of the claim
    expect(server.taken).to.have.lengthOf(1)
    expect(await due()).to.not.include(id)

    travel(later(new Date(), 21 * SECOND))
    expect(await due()).to.include(id)
    await send(id)
    expect(server.taken.map(({ mail }) => mail.messageId)).to.deep.equal([
      `<email-${id}@tolbor.test>`,
      `<email-${id}@tolbor.test>`,
    ])
    expect((await rowOf(id)).status).to.equal('sent')
  })

  it('records a sent email when the database is back', async () => {
    const id = await writtenReceipt(await givenMerchant())
    let transactions = 0
    await sendEmail(id, <Result>(work: (tx: ModelTx) => Promise<Result>): Promise<Result> => {
      transactions += 1
      if (transactions > 1 && transactions < 5) throw new Unavailable('the database is away')
      return atomically(work)
    })
    expect(transactions).to.equal(5)
    expect(await rowOf(id)).to.include({ status: 'sent', due_at: null })
    expect(server.taken).to.have.lengthOf(1)
  })

  async function due(): Promise<number[]> {
    const at = await atomically(async (tx) => tx.now)
    const rows = await onConnection((sql) =>
      sql.rows<{ id: number }>('SELECT id FROM emails WHERE due_at <= ?', [at]),
    )
    return rows.map(({ id }) => id)
  }

  for (const [fault, script] of [
    ['the recipient’s mailbox is busy', { recipient: [451] }],
    ['the mail server is overloaded', { data: [421] }],
  ] as const) {
    it(`retries after about five seconds if ${fault}`, async () => {
      Object.assign(server.script, structuredClone(script))
      const id = await writtenReceipt(await givenMerchant())
      const start = new Date()
      travel(later(start, SECOND))
      await send(id)
      const { status, due_at: dueAt, error } = await rowOf(id)
      expect(status).to.equal('pending')
      expect(error).to.match(/451|421/)
      expect(dueAt).to.be.within(later(start, 5 * SECOND), later(start, 7 * SECOND))
      await send(id)
      expect(server.taken).to.have.lengthOf(0)
      travel(dueAt!)
      await send(id)
      expect(server.taken).to.have.lengthOf(1)
      expect(await rowOf(id)).to.include({ status: 'sent', tries: 2, error: null })
    })
  }

  it('logs why an email is not sent, without the address of its recipient', async () => {
    const id = await writtenReceipt(await givenMerchant())
    server.script.recipient = [451, 550]
    const [first, second] = await captureLog('warn', async () => {
      await send(id)
      travel((await rowOf(id)).due_at!)
      await send(id)
    })
    expect(first).to.include({ msg: 'email not sent yet', email_id: id, kind: 'receipt', tries: 1 })
    expect(first!.next_try_at).to.be.instanceOf(Date)
    expect(first!.error).to.match(/451 refused by the test/)
    expect(second).to.include({
      msg: 'email given up; bin/tolbor emails failed lists it',
      next_try_at: null,
      tries: 2,
    })
    expect(second!.error).to.match(/550/)
    expect(JSON.stringify([first, second])).to.not.include('bat@example.mn')
  })

  it('retries if the mail server is down, until it is up again', async () => {
    const id = await writtenReceipt(await givenMerchant())
    config().smtpUrl = 'smtp://127.0.0.1:1'
    await send(id)
    const { status, due_at: dueAt } = await rowOf(id)
    expect(status).to.equal('pending')
    config().smtpUrl = server.url
    travel(dueAt!)
    await send(id)
    expect(server.taken).to.have.lengthOf(1)
  })

  for (const [fault, script] of [
    ['the mailbox does not exist', { recipient: [550] }],
    ['the mail server refuses the message', { data: [554] }],
  ] as const) {
    it(`gives up at once if ${fault}`, async () => {
      Object.assign(server.script, structuredClone(script))
      const id = await writtenReceipt(await givenMerchant())
      await send(id)
      expect(await rowOf(id)).to.include({ status: 'failed', due_at: null, tries: 1 })
      travel(later(new Date(), 24 * HOUR))
      await send(id)
      expect(server.taken).to.have.lengthOf(0)
    })
  }

  it('gives up after a day', async () => {
    const start = new Date()
    const id = await writtenReceipt(await givenMerchant())
    config().smtpUrl = 'smtp://127.0.0.1:1'
    let last = start
    for (let row = await rowOf(id); row.due_at; row = await rowOf(id)) {
      last = row.due_at
      travel(last)
      await send(id)
    }
    expect(last).to.be.within(later(start, 14 * HOUR), later(start, 24 * HOUR))
    expect(await rowOf(id)).to.include({ status: 'failed', tries: 7 })
  })

  it('waits without a time limit while no mail server is configured', async () => {
    const id = await writtenReceipt(await givenMerchant())
    config().smtpUrl = null
    travel(later(new Date(), 72 * HOUR))
    await send(id)
    expect(await dueTurns('emails', new Date())).to.deep.equal([])
    expect(await rowOf(id)).to.include({ status: 'pending', tries: 0 })
    config().smtpUrl = server.url
    expect(await due()).to.include(id)
    await send(id)
    expect(server.taken).to.have.lengthOf(1)
  })

  it('fails for two addresses in one', async () => {
    const id = await writtenReceipt(await givenMerchant(), { recipient: 'bat@example.mn, eve@example.com' })
    await send(id)
    expect(server.taken).to.have.lengthOf(0)
    expect((await rowOf(id)).status).to.equal('failed')
  })

  it('adds no header from a merchant’s name', async () => {
    const shop = await givenMerchant({
      name: 'Shop\r\nBcc: eve@example.com\r\n\r\n<b>Hi</b>" <eve@example.com>',
    })
    await send(await writtenReceipt(shop))
    const [{ mail, to } = { mail: undefined, to: [] }] = server.taken
    expect(to).to.deep.equal(['bat@example.mn'])
    expect(mail?.from?.address).to.equal('billing@tolbor.test')
    expect(mail?.bcc ?? []).to.deep.equal([])
    expect(mail?.headers.map(({ key }) => key)).to.not.include('bcc')
    expect(mail?.subject).to.contain('paid to Shop Bcc: eve@example.com <b>Hi</b>')
    expect(mail?.html).to.not.contain('<b>Hi</b>')
  })
})
