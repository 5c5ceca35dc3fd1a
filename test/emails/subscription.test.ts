import { expect } from 'chai'
import request from 'supertest'
import { setClock } from '../../common/runtime/clock.ts'
import { translate } from '../../common/services/text/translate.ts'
import { onConnection } from '../../db/sql.ts'
import { app } from '../support/ask.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { BASIC, type Club, givenClub } from '../support/given/club.ts'
import { settings } from '../support/given/email.ts'
import { BANK_ACCOUNT } from '../support/given/merchant.ts'
import type { ReceivedEmail } from './mail-server.ts'
import { calendarFileOf, calendarOf, emailsOf, startPost } from './post.ts'

/** The subject of the email about a withdrawn cancellation. */
const RESUMED = `[Test] ${translate('en')('email.resumed.subject', { product: 'Club', shop: 'Khaan Coffee' })}`

describe('an email to a subscriber', () => {
  let post: Awaited<ReturnType<typeof startPost>>

  beforeEach(async () => {
    setClock(() => new Date('2026-08-12T11:04:00Z')) // 19:04 in Ulaanbaatar
    post = await startPost()
  })
  afterEach(() => post.close())

  const send = (club: Club) => post.send(club.shop.projectId)
  const travel = (club: Club, time: string) => travelTo(club.shop.projectId, new Date(time))
  const subjects = (taken: ReceivedEmail[]) => taken.map(({ mail }) => mail.subject)
  const linkIn = ({ mail }: ReceivedEmail) => /http:\/\/\S+\/r\/\S+/.exec(mail.text ?? '')?.[0] ?? ''

  /** Creates a subscription and sends its first emails. */
  async function subscribed(product: object = {}) {
    const club = await givenClub([BASIC], product)
    const { id } = await club.buy('basic')
    await settings(club.shop, { name: 'Khaan Coffee', email: 'hello@khaan.mn' })
    const first = await send(club)
    return { club, id, first }
  }

  it('shows a new subscription, its paid period and a link to manage it, once', async () => {
    const { club, first } = await subscribed()
    const [email, ...others] = first
    expect(others).to.deep.equal([])
    expect(email?.mail.subject).to.equal('[Test] Your subscription to Club at Khaan Coffee')
    expect(email?.to).to.deep.equal(['bat@example.com'])
    expect(email?.mail.text)
      .to.contain('It is paid until 12 Sept 2026.')
      .and.to.contain('₮30,000 a month')
      .and.to.contain('Nothing is charged automatically.')
    expect(email?.mail.html).to.match(/<strong>12\sSept\s2026<\/strong>/)
    const [button] = /http:\/\/\S+/.exec(email?.mail.text ?? '') ?? []
    expect((await request(app).get(new URL(button!).pathname)).status).to.be.below(400)
    expect(await send(club)).to.deep.equal([])
  })

  it('shows the end of a free trial', async () => {
    const club = await givenClub()
    await club.shop.post('/subscriptions', { customer_id: club.customerId, price: 'basic', trial_days: 7 })
    const [email] = await send(club)
    expect(email?.mail.subject).to.equal('[Test] Your free trial of Club at Shop')
    expect(email?.mail.text)
      .to.contain('It is free until 19 Aug 2026.')
      .and.to.contain('Price after the trial: ₮30,000 a month')
  })

  it('reminds a week and a day before the end, once each, with a link to renew', async () => {
    const { club } = await subscribed()
    await travel(club, '2026-09-05T02:00:00Z')
    const week = await send(club)
    await travel(club, '2026-09-11T02:00:00Z')
    const day = await send(club)
    expect(subjects([...week, ...day])).to.deep.equal([
      '[Test] Club at Khaan Coffee ends in 7 days',
      '[Test] Club at Khaan Coffee ends tomorrow',
    ])
    expect(week[0]?.mail.text)
      .to.contain('ends in 7 days, on 12 Sept 2026.')
      .and.to.contain('Nothing is charged automatically.')
      .and.to.contain('Renew now for ₮30,000:\n' + linkIn(week[0]!))
    expect(await send(club)).to.deep.equal([])
  })

  it('attaches the last day as a calendar entry, which the second reminder replaces', async () => {
    const { club, id } = await subscribed()
    await travel(club, '2026-09-05T02:00:00Z')
    const [week] = await send(club)
    await travel(club, '2026-09-11T02:00:00Z')
    const [day] = await send(club)
    const entry = calendarOf(week!)
    const value = (name: string, lines = entry) => lines.find((line) => line.name === name)?.value ?? ''
    expect(week?.mail.attachments[0]).to.include({ filename: 'renewal.ics', method: 'PUBLISH' })
    expect(value('METHOD')).to.equal('PUBLISH')
    expect(value('DTSTART;VALUE=DATE')).to.equal('20260912')
    expect(value('DTEND;VALUE=DATE')).to.equal('20260913')
    expect(value('SUMMARY')).to.equal('Renew Club at Khaan Coffee')
    expect(value('URL')).to.equal(linkIn(week!))
    expect(value('DESCRIPTION'))
      .to.contain('₮30\\,000')
      .and.to.contain(`\\n${linkIn(week!)}`)
    expect(value('UID')).to.equal(`renewal-${id}-1789228799000@127.0.0.1`)
    expect(value('UID', calendarOf(day!))).to.equal(value('UID'))
    expect(value('DTSTAMP')).to.equal('20260905T020000Z')
    expect(value('DTSTAMP', calendarOf(day!))).to.equal('20260911T020000Z')
  })

  it('shows the scheduled price in a reminder', async () => {
    const { club, id } = await subscribed()
    await club.shop
      .post('/prices', {
        product_id: club.productId,
        unit_amount: 90_000,
        recurring_interval: 'month',
        lookup_key: 'gold',
      })
      .expect(201)
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price: 'gold' }).expect(200)
    await travel(club, '2026-09-05T02:00:00Z')
    const email = (await send(club)).at(-1)
    expect(email?.mail.text).to.contain('Renew now for ₮90,000').and.to.not.contain('30,000')
  })

  it('confirms a cancellation and its withdrawal, once each', async () => {
    const { club, id } = await subscribed()
    const cancel = () => club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
    await cancel()
    await cancel()
    const [canceled, ...others] = await send(club)
    expect(others).to.deep.equal([])
    expect(canceled?.mail.subject).to.equal(
      '[Test] Club at Khaan Coffee is canceled and ends on 12 Sept 2026',
    )
    expect(canceled?.mail.text)
      .to.contain('Your access stays open until the end of that day. You have nothing more to pay.')
      .and.to.contain('you can undo the cancellation until then.')
      .and.to.match(/See your subscription:\nhttp:\S+\/portal\//)
    setClock(() => new Date('2026-08-13T11:04:00Z'))
    await club.shop.post(`/subscriptions/${id}/resume`).expect(200)
    await club.shop.post(`/subscriptions/${id}/resume`).expect(200)
    const [resumed, ...more] = await send(club)
    expect(more).to.deep.equal([])
    expect(resumed?.mail.subject).to.equal(RESUMED)
    expect(resumed?.mail.text)
      .to.contain('The cancellation was undone.')
      .and.to.contain('Paid until: 12 Sept 2026')
    setClock(() => new Date('2026-08-14T11:04:00Z'))
    await cancel()
    expect(await send(club)).to.have.length(1)
  })

  it('confirms a scheduled change, and is not sent if the change was withdrawn before', async () => {
    const { club, id } = await subscribed()
    const gold = { product_id: club.productId, unit_amount: 90_000, recurring_interval: 'month' }
    await club.shop.post('/prices', { ...gold, lookup_key: 'gold', name: 'Gold' }).expect(201)
    const schedule = (price: string | null) => club.schedule(id, price).expect(200)
    await schedule('gold')
    await schedule('gold')
    const [email, ...others] = await send(club)
    expect(others).to.deep.equal([])
    expect(email?.mail.subject).to.equal('[Test] Your plan at Khaan Coffee changes with the next renewal')
    expect(email?.mail.text)
      .to.contain('is Club · Gold. The last day of the current plan is 12 Sept 2026.')
      .and.to.contain('Plan from then on: Club · Gold')
      .and.to.contain('Price: ₮90,000 a month')
    await schedule(null)
    await schedule(null)
    const [stays, ...more] = await send(club)
    expect(more).to.deep.equal([])
    expect(stays?.mail.subject).to.equal('[Test] You stay on Club at Khaan Coffee')
    expect(stays?.mail.text).to.contain('The change of your plan').and.to.contain('Price: ₮30,000 a month')
    setClock(() => new Date('2026-08-13T11:04:00Z'))
    await schedule('gold')
    await schedule(null)
    const last = await send(club)
    expect(last.map(({ mail }) => mail.subject)).to.deep.equal(['[Test] You stay on Club at Khaan Coffee'])
  })

  it('shows how long an overdue subscription stays open, then that it has ended unpaid', async () => {
    const { club } = await subscribed({ grace_period_days: 3 })
    await travel(club, '2026-09-12T15:59:58Z')
    await send(club)
    await travel(club, '2026-09-12T15:59:59Z')
    const [overdue] = await send(club)
    expect(overdue?.mail.subject).to.equal(
      '[Test] Club at Khaan Coffee is not paid: access until 15 Sept 2026',
    )
    expect(overdue?.mail.text)
      .to.contain('was paid until 12 Sept 2026')
      .and.to.contain('stays open until the end of 15 Sept 2026.')
      .and.to.contain('Pay ₮30,000:\n' + linkIn(overdue!))
    await travel(club, '2026-09-15T15:59:59Z')
    const [ended] = await send(club)
    expect(ended?.mail.subject).to.equal('[Test] Your subscription to Club at Khaan Coffee has ended')
    expect(ended?.mail.text)
      .to.contain('has ended because it was not renewed.')
      .and.to.contain('Ended on: 15 Sept 2026, 23:59 (Ulaanbaatar time)')
      .and.to.contain('Subscribe again:\n' + linkIn(ended!))
    expect(await send(club)).to.deep.equal([])
  })

  it('names the reason of an end: requested, canceled at once, or the end of a trial', async () => {
    const { club, id } = await subscribed()
    await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
    await travel(club, '2026-09-12T15:59:59Z')
    const requested = await send(club)
    const { id: second } = await club.buy('basic')
    await send(club)
    await club.shop.post(`/subscriptions/${second}/cancel`, { mode: 'immediately' }).expect(200)
    const immediately = await send(club)
    const other = await givenClub()
    await other.shop.post('/subscriptions', { customer_id: other.customerId, price: 'basic', trial_days: 1 })
    await travel(other, '2026-09-30T00:00:00Z')
    const trial = (await send(other)).at(-1)
    expect(requested).to.have.length(1)
    expect(requested[0]?.mail.text).to.contain('has ended, as requested.')
    expect(immediately).to.have.length(1)
    expect(immediately[0]?.mail.text).to.contain('was canceled and has ended at once.')
    expect(trial?.mail.text).to.contain('Your free trial of Club at Shop has ended.')
  })

  it('links to the portal instead of a new subscription if the plan is no longer sold', async () => {
    const { club, id } = await subscribed()
    await club.shop.patch(`/products/${club.productId}`, { active: false }).expect(200)
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const [email] = await send(club)
    expect(email?.mail.text).to.contain('Khaan Coffee no longer sells this plan.').and.contain('/portal/')
    expect(email?.mail.text).to.not.contain('Subscribe again')
  })

  it('is written in the customer’s language', async () => {
    const { club } = await subscribed({ grace_period_days: 3 })
    await onConnection((sql) => sql.run("UPDATE customers SET locale = 'mn' WHERE id = ?", [club.customerId]))
    await travel(club, '2026-09-05T02:00:00Z')
    const [reminder] = await send(club)
    await travel(club, '2026-09-12T15:59:59Z')
    const overdue = (await send(club)).at(-1)
    await travel(club, '2026-09-15T15:59:59Z')
    const [ended] = await send(club)
    expect(subjects([reminder!, overdue!, ended!])).to.deep.equal([
      '[Тест] Club багцын хугацаа 7 хоногийн дараа дуусна · Khaan Coffee',
      '[Тест] Club багцын төлбөр төлөгдөөгүй: эрх 2026.09.15 хүртэл нээлттэй · Khaan Coffee',
      '[Тест] Club багцын захиалга дууслаа · Khaan Coffee',
    ])
    expect(reminder?.mail.text)
      .to.contain('₮ 30,000 төлж сунгах')
      .and.to.contain('Мөнгө автоматаар татагдахгүй.')
    expect(calendarOf(reminder!)).to.deep.include({ name: 'SUMMARY', value: 'Club сунгах · Khaan Coffee' })
  })

  it('adds no header, markup or calendar line from a merchant’s text', async () => {
    const { club } = await subscribed()
    const evil = 'Tea\\; <b>x</b> END:VEVENT ATTENDEE:mailto:eve@example.com, ' + 'Цай'.repeat(40)
    await club.shop.patch(`/products/${club.productId}`, { name: evil }).expect(200)
    await onConnection((sql) =>
      sql.run('UPDATE products SET name = ? WHERE id = ?', [
        evil.replace(' END', '\r\nEND').replace(' ATT', '\r\nATT'),
        club.productId,
      ]),
    )
    await travel(club, '2026-09-05T02:00:00Z')
    const [email] = await send(club)
    const { mail, raw } = email!
    expect(mail.subject).to.contain('Tea\\; <b>x</b> END:VEVENT ATTENDEE:ma… at')
    expect(mail.html).to.contain('&lt;b&gt;x&lt;/b&gt;').and.to.not.contain('<b>')
    expect(mail.to).to.have.length(1)
    expect(raw).to.not.match(/^ATTENDEE/m)
    const entry = calendarOf(email!)
    expect(entry.filter(({ name }) => name === 'END')).to.have.length(2)
    for (const line of calendarFileOf(email!).split('\r\n')) {
      expect(Buffer.byteLength(line)).to.be.at.most(75)
      expect(line).to.not.match(/[\r\n\ufffd]/)
    }
    expect(entry.map(({ name }) => name)).to.not.include('ATTENDEE')
    expect(entry.find(({ name }) => name === 'SUMMARY')?.value).to.equal(
      `Renew ${evil.replace('\\;', '\\\\\\;').replace('com,', 'com\\,')} at Khaan Coffee`,
    )
  })

  describe('with a reason that changed before it was sent', () => {
    const statuses = async (club: Club) =>
      (await emailsOf(club.shop.projectId)).slice(1).map(({ kind, status }) => `${kind} ${status}`)

    it('is canceled if the customer has renewed', async () => {
      const { club } = await subscribed()
      await travel(club, '2026-09-05T02:00:00Z')
      await club.buy('basic')
      expect(await send(club)).to.deep.equal([])
      expect(await statuses(club)).to.deep.equal(['renewal_reminder canceled'])
    })

    it('is canceled if the customer has canceled', async () => {
      const { club, id } = await subscribed()
      await travel(club, '2026-09-05T02:00:00Z')
      await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
      expect(subjects(await send(club))).to.deep.equal([
        '[Test] Club at Khaan Coffee is canceled and ends on 12 Sept 2026',
      ])
      expect(await statuses(club)).to.deep.equal(['renewal_reminder canceled', 'cancellation_requested sent'])
    })

    it('is canceled if a transfer for the renewal was reported', async () => {
      const { club } = await subscribed()
      await club.shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
      await travel(club, '2026-09-05T02:00:00Z')
      const { body } = await club.open('basic')
      const customer = new Customer(body.data.url as string)
      await customer.pay({ payment_method: 'bank_transfer' })
      await customer.press('claim_transfer')
      await send(club)
      expect(await statuses(club)).to.deep.equal([
        'renewal_reminder canceled',
        'transfer_details sent',
        'transfer_reported sent',
        'transfer_received_note sent',
      ])
    })

    it('is canceled if the period is over', async () => {
      const { club } = await subscribed({ grace_period_days: 3 })
      await travel(club, '2026-09-15T15:59:59Z') // no mail server for ten days
      expect(subjects(await send(club))).to.deep.equal([
        '[Test] Your subscription to Club at Khaan Coffee has ended',
      ])
      expect(await statuses(club)).to.deep.equal([
        'renewal_reminder canceled',
        'renewal_reminder canceled',
        'subscription_past_due canceled',
        'subscription_canceled sent',
      ])
    })

    it('is canceled if the overdue subscription was paid', async () => {
      const { club } = await subscribed({ grace_period_days: 3 })
      await travel(club, '2026-09-12T15:59:58Z')
      await send(club)
      await travel(club, '2026-09-12T15:59:59Z')
      await club.buy('basic')
      expect(await send(club)).to.deep.equal([])
      expect((await statuses(club)).at(-1)).to.equal('subscription_past_due canceled')
    })

    it('is canceled if the new subscription has ended, and only the email about its end is sent', async () => {
      const club = await givenClub()
      const { id } = await club.buy('basic')
      await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
      expect(subjects(await send(club))).to.deep.equal(['[Test] Your subscription to Club at Shop has ended'])
    })

    it('is sent if the subscription was canceled and resumed since', async () => {
      const { club, id } = await subscribed()
      await travel(club, '2026-09-05T02:00:00Z')
      await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
      await club.shop.post(`/subscriptions/${id}/resume`).expect(200)
      expect(subjects(await send(club))).to.deep.equal([
        '[Test] Club at Khaan Coffee ends in 7 days',
        RESUMED,
      ])
    })

    it('is sent for a subscription on a test clock, which jumps over the days between emails', async () => {
      const { club, id } = await subscribed({ grace_period_days: 3 })
      await travel(club, '2026-09-15T15:59:59Z')
      await onConnection((sql) => sql.run('UPDATE subscriptions SET test_clock_id = 1 WHERE id = ?', [id]))
      expect(await send(club)).to.have.length(4)
    })
  })

  it('has a link that works for 30 days after sending', async () => {
    const { club } = await subscribed()
    await travel(club, '2026-09-05T02:00:00Z')
    const [email] = await send(club)
    const path = new URL(linkIn(email!)).pathname
    setClock(() => new Date('2026-10-05T01:59:59Z'))
    expect((await request(app).get(path)).status).to.equal(200)
    setClock(() => new Date('2026-10-05T02:00:00Z'))
    expect((await request(app).get(path)).status).to.equal(410)
  })
})
