import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { captureLog } from '../support/capture-log.ts'
import { createTrigger } from '../support/create-trigger.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'

type Transfer = Awaited<ReturnType<typeof givenReported>>

let members = 0

/** Creates a shop with reported transfers, and a browser of an owner. */
async function givenWaiting(count = 1) {
  const first = await givenReported()
  const { shop } = first
  const transfers = [first]
  for (let n = 1; n < count; n += 1) transfers.push(await givenReported(shop))
  const email = `till-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  const page = `/dashboard/${shop.projectId}/test/payments/waiting`
  return { shop, transfers, email, browser, page, home: `/dashboard/${shop.projectId}/test` }
}

/** Returns the fields of the form with these payments ticked. */
function ticked({ text }: Response, ...paymentIds: number[]): Record<string, string> {
  const boxes = paymentIds.map((id) => {
    const [, missing] = new RegExp(`name="payment_${id}" value="(\\d+)"`).exec(text) ?? []
    return [`payment_${id}`, missing ?? 'not shown']
  })
  return { ...Object.fromEntries(boxes), ...tokenOf(text), action: 'confirm' }
}

/** Returns the fields with only this payment ticked. */
function only(fields: Record<string, string>, paymentId: number): Record<string, string> {
  const isOther = (name: string) => name.startsWith('payment_') && name !== `payment_${paymentId}`
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOther(name)))
}

/** Copies a reported payment, for the same order. */
async function copied(paymentId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, reference, payable_type, payable_id,
           claimed_at, created_at, updated_at)
         SELECT project_id, is_test, method, status, amount, currency, ?, payable_type, payable_id,
           claimed_at, created_at, updated_at FROM payments WHERE id = ?`,
        [String(n).padStart(6, '0'), paymentId],
      ),
    )
}

function tokenOf(text: string): { form_token: string } {
  return { form_token: /name="form_token" value="([^"]+)"/.exec(text)![1]! }
}

describe('payments that wait, in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('are counted on the first page, with their sum, and listed behind the link', async () => {
    const { browser, home, page, transfers } = await givenWaiting(2)
    const first = await browser.get(home)
    expect(textOf(first)).to.include('2 payments to check').and.include('₮50,000')
    expect(first.text).to.include(`href="${page}"`)
    const list = await browser.get(page)
    for (const { payment } of transfers) expect(textOf(list)).to.include((await payment()).reference!)
    const live = textOf(await browser.get(home.replace('test', 'live')))
    expect(live, 'the other mode').to.include('first payment').and.not.include('to check')
  })

  it('are confirmed with one press for all that are ticked, which completes their orders', async () => {
    const { browser, page, transfers, email } = await givenWaiting(3)
    const [one, , three] = transfers.map(({ paymentId }) => paymentId)
    const pressed = await browser.post(page, ticked(await browser.get(page), one!, three!))
    expect([pressed.status, pressed.headers.location]).to.deep.equal([303, `${page}?decided=${one}.${three}`])
    const [first, second, third] = await Promise.all(transfers.map(({ payment }) => payment()))
    expect(first).to.include({ status: 'paid', verified_by: email })
    expect(second).to.include({ status: 'pending' })
    expect(third).to.include({ status: 'paid', verified_by: email })
    const after = textOf(await browser.get(pressed.headers.location!))
    const references = [first!, third!].map(({ reference }) => reference).join(', ')
    expect(after).to.include(`You confirmed 2 payments, ₮50,000, with references ${references}.`)
    expect(after, 'others').not.to.include('not confirmed by you')
    expect(after.match(/You confirmed it on/g), 'a row for each').to.have.length(2)
    const inMongolian = await browser.get(`${pressed.headers.location}&lang=mn`)
    const [, toEnglish = ''] = /href="([^"]*)" lang="en"/.exec(inMongolian.text) ?? []
    const again = await browser.get(page + toEnglish.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'))
    expect(textOf(again), 'in another language').to.include('You confirmed 2 payments')
  })

  it('lead to their payments, where one can be rejected', async () => {
    const { browser, page, home, transfers } = await givenWaiting()
    expect((await browser.get(page)).text).to.include(`href="${home}/payments/${transfers[0]!.paymentId}"`)
  })

  it('ask for a tick if none is set', async () => {
    const { browser, page } = await givenWaiting()
    const answer = await browser.post(page, ticked(await browser.get(page)))
    expect([answer.status, textOf(answer).includes('First tick the payments')]).to.deep.equal([422, true])
  })

  it('are confirmed once when two people press at the same moment: the other reads who and when', async () => {
    const { shop, page, transfers, browser, email } = await givenWaiting()
    const { paymentId, payment } = transfers[0]!
    const colleague = `till-${(members += 1)}@example.com`
    await givenMember(shop.projectId, colleague, 'staff')
    const other = await MemberBrowser.of(colleague)
    const [one, two] = [await browser.get(page), await other.get(page)]
    const presses = await Promise.all([
      browser.post(page, ticked(one, paymentId)),
      other.post(page, ticked(two, paymentId)),
    ])
    expect(presses.map(({ status }) => status)).to.deep.equal([303, 303])
    const winner = (await payment()).verified_by
    const [won, lost] = winner === email ? [browser, other] : [other, browser]
    const address = presses[0].headers.location!
    expect(textOf(await won.get(address))).to.include('You confirmed ₮25,000')
    expect(textOf(await lost.get(address)))
      .to.include(`${winner} confirmed ₮25,000`)
      .and.match(/on \d+ \w+ \d{4}, \d\d:\d\d/)
  })

  it('tell for each payment that the API was faster, and still confirm the others', async () => {
    const { browser, page, transfers } = await givenWaiting(2)
    const [late, other] = transfers as [(typeof transfers)[0], (typeof transfers)[0]]
    const shown = await browser.get(page)
    await late.confirm().expect(200)
    const pressed = await browser.post(page, ticked(shown, late.paymentId, other.paymentId))
    expect(textOf(await browser.get(pressed.headers.location!)))
      .to.include('Your software confirmed it on')
      .and.include('You confirmed ₮25,000')
  })

  it('are confirmed although one of them fails, which is named first and still waits', async () => {
    const { browser, page, transfers } = await givenWaiting(3)
    const [first, broken, last] = transfers as [Transfer, Transfer, Transfer]
    await createTrigger(
      `CREATE TRIGGER breaks_one BEFORE INSERT ON deposits FOR EACH ROW
       IF NEW.payment_id = ${broken.paymentId} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'broken for a test'; END IF`,
    )
    const ids = transfers.map(({ paymentId }) => paymentId)
    let answer: Response
    try {
      const fields = ticked(await browser.get(page), ...ids)
      const lines = await captureLog('error', async () => {
        answer = await browser.post(page, fields)
      })
      expect(lines.map(({ payment_id: id }) => id)).to.deep.equal([broken.paymentId])
      expect((await browser.post(page, only(fields, broken.paymentId))).status, 'all fail').to.equal(500)
    } finally {
      await onConnection((sql) => sql.run('DROP TRIGGER breaks_one'))
    }
    const statuses = await Promise.all(transfers.map(async ({ payment }) => (await payment()).status))
    expect(statuses).to.deep.equal(['paid', 'pending', 'paid'])
    const after = await browser.get(answer!.headers.location!)
    expect(textOf(after))
      .to.include('You confirmed 2 payments')
      .and.include('1 payment was not confirmed by you')
    const rows = Array.from(
      after.text.matchAll(/<tr role="row" id="result-(\d+)">(.*?)<\/tr>/gs),
      ([, id, row]) => [Number(id), textOf({ text: row! }).includes('An error on our side. Tick it again.')],
    )
    expect(rows).to.deep.equal([
      [broken.paymentId, true],
      [first.paymentId, false],
      [last.paymentId, false],
    ])
    await browser.post(page, ticked(after, broken.paymentId))
    expect((await broken.payment()).status, 'the second press').to.equal('paid')
  })

  it('tell the slower of two people who press for the same payments that they confirmed none', async () => {
    const { shop, browser, page, transfers } = await givenWaiting(2)
    const ids = transfers.map(({ paymentId }) => paymentId)
    const colleague = `till-${(members += 1)}@example.com`
    await givenMember(shop.projectId, colleague, 'staff')
    const other = await MemberBrowser.of(colleague)
    const [one, two] = [await browser.get(page), await other.get(page)]
    await browser.post(page, ticked(one, ...ids))
    const late = await other.post(page, ticked(two, ...ids))
    expect(textOf(await other.get(late.headers.location!)))
      .to.include('You confirmed none of these 2 payments')
      .and.not.include('confirmed by you')
  })

  it('lead back to the page of the list with the payment that still waits', async () => {
    const { browser, page, transfers } = await givenWaiting()
    await copied(transfers[0]!.paymentId, 51)
    const first = await browser.get(page)
    const [, next = ''] = /href="([^"]*)" rel="next"/.exec(first.text) ?? []
    const second = next.replaceAll('&#x3D;', '=')
    const shown = await browser.get(second)
    const [paid, waits] = Array.from(shown.text.matchAll(/name="payment_(\d+)"/g), ([, id]) => Number(id))
    const fields = ticked(shown, paid!, waits!)
    const pressed = await browser.post(second, { ...fields, [`payment_${waits}`]: '1' })
    const back = await browser.get(pressed.headers.location!)
    expect(textOf(back)).to.include('A part has arrived meanwhile').and.include('You confirmed ₮25,000')
    expect(back.text, 'the same page of the list').to.include(`name="payment_${waits}"`)
    const done = await browser.post(second, ticked(back, waits!))
    expect(done.headers.location, 'all confirmed').to.equal(`${page}?decided=${waits}`)
  })

  it('are not confirmed if a part arrived since the page was opened', async () => {
    const { browser, page, transfers } = await givenWaiting()
    const { paymentId, payment, confirm } = transfers[0]!
    const shown = await browser.get(page)
    await confirm({ amount_received: 10_000 }).expect(200)
    const pressed = await browser.post(page, ticked(shown, paymentId))
    expect(await payment()).to.include({ status: 'pending', amount_received: 10_000 })
    expect(textOf(await browser.get(pressed.headers.location!)))
      .to.include('a part of it has arrived meanwhile')
      .and.include('₮15,000')
  })

  it('cannot be decided by a viewer, nor from another project or mode', async () => {
    const { shop, page, transfers, browser } = await givenWaiting()
    const { paymentId, payment } = transfers[0]!
    const fields = ticked(await browser.get(page), paymentId)
    const email = `till-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email, 'viewer')
    const viewer = await MemberBrowser.of(email)
    const shown = await viewer.get(page)
    expect(textOf(shown)).to.include('₮25,000').and.not.include('Confirm the ticked')
    const forbidden = await viewer.post(page, { ...fields, ...tokenOf(shown.text) })
    expect([forbidden.status, textOf(forbidden).includes('“viewer”')]).to.deep.equal([403, true])

    const elsewhere = await givenWaiting()
    const own = tokenOf((await elsewhere.browser.get(elsewhere.page)).text)
    for (const place of [elsewhere.page, elsewhere.page.replace('test', 'live'), page])
      await elsewhere.browser.post(place, { ...fields, ...own })
    await browser.post(page.replace('test', 'live'), fields)
    expect((await payment()).status).to.equal('pending')
    const { reference } = await payment()
    const peeked = await elsewhere.browser.get(`${elsewhere.page}?decided=${paymentId}`)
    expect(textOf(peeked)).not.to.include(reference)
  })

  it('are listed 50 at a time, the oldest first', async () => {
    const { browser, page, transfers } = await givenWaiting()
    await copied(transfers[0]!.paymentId, 60)
    const first = await browser.get(page)
    const [, next = ''] = /href="([^"]*)" rel="next"/.exec(first.text) ?? []
    const second = await browser.get(next.replaceAll('&#x3D;', '='))
    const count = ({ text }: Response) => text.match(/<article/g)?.length
    expect([count(first), count(second)]).to.deep.equal([50, 11])
    expect(second.text).not.to.include('rel="next"')
  })
})
