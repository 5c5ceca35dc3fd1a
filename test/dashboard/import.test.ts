import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { confirmLines } from '../../common/services/statements/confirm-lines.ts'
import { previewStatement } from '../../common/services/statements/preview.ts'
import { runImport } from '../../common/services/statements/run-import.ts'
import { onConnection } from '../../db/sql.ts'
import { csv } from '../statements/files.ts'
import { ask } from '../support/ask.ts'
import { hiddenFields } from '../support/customer.ts'
import { forgetSignIns, givenMember, MemberBrowser, stateOf } from '../support/given/member.ts'
import { givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenTransfer } from '../support/given/transfer.ts'
import { eventsOf } from '../support/stored.ts'

let members = 0

async function givenBrowser(shop: Merchant, role: 'owner' | 'viewer' = 'owner') {
  const email = `import-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  const page = `/dashboard/${shop.projectId}/test/payments/import`
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  /** Sends a file as a browser does. */
  const upload = async (file: Buffer, fields?: object) => {
    const sending = ask('post', page).set('Cookie', cookie)
    const hidden = fields ?? { ...hiddenFields((await browser.get(page)).text), action: 'upload' }
    for (const [name, value] of Object.entries(hidden)) void sending.field(name, String(value))
    return sending.attach('file', file, 'statement.csv')
  }
  return { browser, page, upload, email }
}

async function givenReferences(count: number) {
  const shop = await givenTransferShop()
  const transfers = []
  for (let made = 0; made < count; made += 1) {
    const transfer = await givenTransfer(shop)
    transfers.push({ ...transfer, reference: (await transfer.payment()).reference! })
  }
  return { shop, transfers }
}

function statement(references: readonly string[], header = ['Огноо', 'Утга', 'Орлого']): Buffer {
  const day = now().toISOString().slice(0, 10)
  return csv([header, ...references.map((reference) => [day, `Захиалга ${reference}`, '25000'])])
}

async function work(shop: Merchant, id: number): Promise<void> {
  await runImport((await cachedProject(shop.projectId))!, id, atomically, atomicallyTogether)
}

const idIn = (address: string) => Number(address.split('/').at(-1))

async function rowsIn(shop: Merchant): Promise<{ status: string; file: Buffer | null }[]> {
  return onConnection((sql) =>
    sql.rows('SELECT status, file FROM statement_imports WHERE project_id = ?', [shop.projectId]),
  )
}

/** Returns who changed a payment by which operation, oldest first. */
async function actorsIn({ projectId }: Merchant, paymentId: number): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ actor: string; operation: string }>(
      "SELECT actor, operation FROM audit_log WHERE project_id = ? AND object = 'payment' AND object_id = ? ORDER BY id",
      [projectId, paymentId],
    ),
  )
  return rows.map(({ actor, operation }) => `${actor} ${operation}`)
}

describe('the import of a bank statement in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('says first which of the payments to confirm was rejected before', async () => {
    const { shop, transfers } = await givenReferences(2)
    const { browser, upload } = await givenBrowser(shop)
    const [first, second] = transfers
    await second!.customer.press('claim_transfer')
    await second!.reject().expect(200)
    const sent = await upload(statement([first!.reference, second!.reference]))
    const text = textOf(await browser.get(sent.headers.location!))
    expect(text).to.match(
      new RegExp(`${second!.reference} This payment was rejected on .*${first!.reference}`),
    )
  })

  it('shows what the lines mean, confirms nothing before the button, then all exact lines, with a report', async () => {
    const { shop, transfers } = await givenReferences(2)
    const { browser, upload, email } = await givenBrowser(shop)
    const file = statement([...transfers.map(({ reference }) => reference), '=1+1'])
    const sent = await upload(file)
    expect(sent.status).to.equal(303)
    const review = sent.headers.location!
    const shown = await browser.get(review)
    expect(textOf(shown)).to.include('Confirm 2 payments').and.include('No payment found')
    expect(shown.text.replaceAll('&#x3D;', '=')).to.include('/payments?q=25000"')
    expect(stateOf(shown)).to.equal('dashboard_import_ready')
    for (const { payment } of transfers) expect((await payment()).status).to.equal('started')

    expect((await browser.press(review, 'confirm')).status).to.equal(303)
    expect(stateOf(await browser.get(review))).to.match(/^dashboard_import_confirming/)
    await work(shop, idIn(review))
    const done = await browser.get(review)
    expect(stateOf(done)).to.equal('dashboard_import_done')
    expect(textOf(done)).to.include('2 payments are confirmed.')
    for (const { payment, id } of transfers) {
      expect(await payment()).to.include({ status: 'paid', verified_by: email })
      expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    }
    expect(await actorsIn(shop, transfers[0]!.paymentId)).to.include(
      'member dashboard/payments/import.confirm',
    )
    const report = await browser.get(`${review}/report.csv`)
    expect(report.headers['content-disposition']).to.contain('attachment')
    expect(report.text).to.include(`Confirmed,,${transfers[0]!.reference}`).and.include('No payment found')
    expect((await rowsIn(shop)).map(({ status, file }) => [status, file])).to.deep.equal([['done', null]])

    const again = textOf(await browser.get((await upload(file)).headers.location!))
    expect(again)
      .to.include('Nothing new to confirm: 2 lines of this file were recorded before.')
      .and.not.include('No line can be confirmed')
    const known = statement(transfers.map(({ reference }) => reference))
    expect(textOf(await browser.get((await upload(known)).headers.location!))).to.include(
      'Nothing new: all lines of this file were recorded before.',
    )
  })

  it('shows the expected amount next to one that differs, also after the others were confirmed', async () => {
    const { shop, transfers } = await givenReferences(2)
    const { browser, upload } = await givenBrowser(shop)
    const [one, other] = transfers as [(typeof transfers)[0], (typeof transfers)[0]]
    const day = now().toISOString().slice(0, 10)
    const file = csv([
      ['Огноо', 'Гүйлгээний утга', 'Орлого'],
      [day, one.reference, '15000'],
      [day, other.reference, '25000'],
    ])
    const review = (await upload(file)).headers.location!
    expect(textOf(await browser.get(review))).to.include('₮15,000 Expected: ₮25,000')
    await browser.press(review, 'confirm')
    await work(shop, idIn(review))
    expect(textOf(await browser.get(review))).to.include('₮15,000 Expected: ₮25,000')
  })

  it('corrects the columns, and remembers them for the next file once its lines are confirmed', async () => {
    const { shop, transfers } = await givenReferences(1)
    const { browser, upload } = await givenBrowser(shop)
    const [{ reference }] = transfers as [(typeof transfers)[0]]
    const day = now().toISOString().slice(0, 10)
    const file = csv([
      ['Огноо', 'Утга', 'Нэмэлт', 'Орлого'],
      [day, 'Шилжүүлэг', reference, '25000'],
    ])
    const review = (await upload(file)).headers.location!
    expect(textOf(await browser.get(review))).to.include('No line can be confirmed.')
    await browser.press(review, 'correct', { description_column: '3' })
    expect(textOf(await browser.get(review))).to.include('Confirm 1 payment, ₮')
    await browser.press(review, 'confirm')
    await work(shop, idIn(review))
    const next = await browser.get((await upload(file)).headers.location!)
    expect(next.text).to.match(/name="description_column".*?value="3" selected/s)
    expect(textOf(next)).to.include('Recorded before')
  })

  it('continues after a worker was killed, and reports the lines of both as confirmed', async () => {
    const { shop, transfers } = await givenReferences(3)
    const { browser, upload } = await givenBrowser(shop)
    const review = (await upload(statement(transfers.map(({ reference }) => reference)))).headers.location!
    await browser.press(review, 'confirm')
    // The second transaction, which would write the result of the third line, is never reached.
    const dying: typeof atomicallyTogether = async (works) => {
      await atomicallyTogether(works.slice(0, 2))
      throw new Error('killed')
    }
    let claimed = false
    const killed: typeof atomically = async (run) => {
      if (claimed) throw new Error('killed')
      claimed = true
      return atomically(run)
    }
    const project = (await cachedProject(shop.projectId))!
    await runImport(project, idIn(review), killed, dying).catch(() => undefined)
    expect(stateOf(await browser.get(review))).to.match(/^dashboard_import_confirming/)
    await work(shop, idIn(review))
    expect(textOf(await browser.get(review))).to.include('3 payments are confirmed.')
    for (const { id } of transfers)
      expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
  })

  it('reports the lines as confirmed that a worker of an older release confirmed, and no others', async () => {
    const { shop, transfers } = await givenReferences(3)
    const { browser, upload } = await givenBrowser(shop)
    const [mine, entered, byCli] = transfers.map(({ reference }) => reference) as [string, string, string]
    const review = (await upload(statement([mine, entered, byCli]))).headers.location!
    const [uploaded] = await rowsIn(shop)
    await browser.press(review, 'confirm')
    await transfers[1]!.confirm().expect(200)
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const { lines } = await previewStatement(scope, statement([byCli]), {})
    await confirmLines(scope, lines, { verifiedBy: 'cli', atomically, atomicallyTogether })
    await work(shop, idIn(review))
    // As if a worker of an older release, which stores no import, had been killed before it wrote the result.
    await onConnection(async (sql) => {
      await sql.run('UPDATE statement_lines SET import_id = NULL WHERE project_id = ?', [shop.projectId])
      await sql.run("UPDATE statement_imports SET status = 'confirming', file = ? WHERE id = ?", [
        uploaded!.file,
        idIn(review),
      ])
    })
    await work(shop, idIn(review))
    expect(textOf(await browser.get(review))).to.include('1 payment is confirmed.')
    const report = (await browser.get(`${review}/report.csv`)).text.split('\r\n').slice(1, 4)
    expect(report.map((line) => line.includes('Confirmed'))).to.deep.equal([true, false, false])
  })

  it('counts no payment that another import has confirmed since it began', async () => {
    const { shop, transfers } = await givenReferences(2)
    const [mine, other] = transfers.map(({ reference }) => reference) as [string, string]
    const { browser, upload } = await givenBrowser(shop)
    const review = (await upload(statement([mine, other]))).headers.location!
    const second = (await upload(statement([other]))).headers.location!
    for (const page of [review, second]) await browser.press(page, 'confirm')
    for (const page of [second, review]) await work(shop, idIn(page))
    for (const page of [review, second])
      expect(textOf(await browser.get(page))).to.include('1 payment is confirmed.')
    const report = (await browser.get(`${review}/report.csv`)).text.split('\r\n')
    expect(report[1]).to.include('Confirmed')
    expect(report[2]).to.include('Recorded before')
  })

  it('continues with lines that are exact since another import recorded a transfer of their payment', async () => {
    const { shop, transfers } = await givenReferences(1)
    const [{ reference, confirm, payment }] = transfers as [(typeof transfers)[0]]
    await confirm({ amount_received: 12_500 }).expect(200)
    const { browser, upload } = await givenBrowser(shop)
    const line = (days: number, text: string) => [
      later(now(), days * DAY)
        .toISOString()
        .slice(0, 10),
      `${text} ${reference}`,
      '12500',
    ]
    const long = csv([['Date', 'Description', 'Credit'], line(20, 'Second'), line(0, 'First')])
    const review = (await upload(long)).headers.location!
    await browser.press(review, 'confirm')
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const short = await previewStatement(scope, csv([['Огноо', 'Утга', 'Орлого'], line(0, 'Захиалга')]), {})
    let transactions = 0
    const overtaken: typeof atomically = async (run) => {
      transactions += 1
      // The first transaction claims the import, and the second one confirms its exact line.
      if (transactions === 2)
        await confirmLines(scope, short.lines, { verifiedBy: 'cli', atomically, atomicallyTogether })
      return atomically(run)
    }
    await runImport(scope.project, idIn(review), overtaken, atomicallyTogether)
    expect(stateOf(await browser.get(review))).to.match(/^dashboard_import_confirming/)
    expect(await payment()).to.include({ status: 'pending', amount_received: 12_500 })
    await work(shop, idIn(review))
    expect(textOf(await browser.get(review))).to.include('1 payment is confirmed.')
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000 })
  })

  it('lists what needs a decision also after the others are confirmed, and fills in a different amount', async () => {
    const { shop, transfers } = await givenReferences(3)
    const [paid, less, unread] = transfers as [
      (typeof transfers)[0],
      (typeof transfers)[0],
      (typeof transfers)[0],
    ]
    const { browser, upload } = await givenBrowser(shop)
    const day = now().toISOString().slice(0, 10)
    const file = csv([
      ['Огноо', 'Утга', 'Орлого'],
      [day, paid.reference, '25000'],
      [day, less.reference, '24,000'],
      [day, `${paid.reference} again`, '25000'],
      [day, unread.reference, 'abc'],
      ['garbage line'],
      ['Огноо', 'Утга', 'Орлого'],
    ])
    const review = (await upload(file)).headers.location!
    const linkTo = (payment: number, query = '') =>
      `href="/dashboard/${shop.projectId}/test/payments/${payment}${query}"`
    const showsAll = async () => {
      const shown = await browser.get(review)
      const text = textOf(shown)
      expect(shown.text.replaceAll('&#x3D;', '='))
        .to.include(linkTo(less.paymentId, '?arrived=24000'))
        .and.include(linkTo(paid.paymentId))
      expect(text)
        .to.include('Lines that need a decision')
        .and.include(`${day} · ${unread.reference} · abc`)
        .and.include('The amount cannot be read.')
        .and.include('Lines that were skipped')
      expect(text)
        .to.match(/abc\s+Line 5/)
        .and.match(/garbage line\s+Line 6/)
      expect(text).not.to.include('Line 7')
    }
    await showsAll()
    await browser.press(review, 'confirm')
    await work(shop, idIn(review))
    expect(stateOf(await browser.get(review))).to.equal('dashboard_import_done')
    await showsAll()

    const report = (await browser.get(`${review}/report.csv`)).text.split('\r\n')
    expect(report[0]).to.equal(
      '\uFEFFLine,Date,Amount,Description,Sender,Result,Next step,Reference,Number of the payment,Expected amount',
    )
    expect(report[1]).to.equal(
      `2,${day},25000,${paid.reference},,Confirmed,,${paid.reference},${paid.paymentId},25000`,
    )
    expect(report[3]).to.match(/^4,.*,Paid twice,.*,\d+,$/)
    expect(report[4]).to.equal(
      `5,,,${day} · ${unread.reference} · abc,,Cannot be read,The amount cannot be read.,,,`,
    )
    expect(report[5]).to.match(/^6,,,garbage line,,Skipped,/)

    const page = `/dashboard/${shop.projectId}/test/payments/${less.paymentId}?arrived=24000`
    const opened = await browser.get(page)
    expect(opened.text).to.match(/name="amount_received" value="24000"/)
    expect(opened.text).to.match(/<details id="action-confirm_sum"[^>]* open>/)
    const pressed = await browser.press(page, 'confirm_sum', { amount_received: '24000' }, opened)
    expect(pressed.headers.location).to.equal(page.replace(/\?.*/, ''))
    expect(await less.payment()).to.include({ status: 'pending', amount_received: 24_000 })
    const after = await browser.get(pressed.headers.location!)
    expect(textOf(after)).to.include('The amount was recorded. The order waits for the rest.')
    expect(after.text).not.to.match(/name="amount_received" value="24000"/)
  })

  const broken: [title: string, file: Buffer, sentence: string][] = [
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'not a statement that can be read'],
    ['a text', Buffer.from('hello world'), 'is not a statement that can be read'],
    ['a header alone', statement([]), 'The statement has no lines.'],
    ['a file of 11 MB', Buffer.alloc(11 * 1024 * 1024, 'a'), 'larger than 10 MB'],
    ['too many lines', statement(Array.from({ length: 20_001 }, () => '1')), 'more than 20,000 lines'],
  ]
  for (const [title, file, sentence] of broken)
    it(`refuses ${title} with one sentence, and stores nothing`, async () => {
      const shop = await givenTransferShop()
      const { upload } = await givenBrowser(shop)
      const answer = await upload(file)
      expect(answer.status).to.equal(422)
      expect(textOf(answer)).to.include(sentence)
      expect(await rowsIn(shop)).to.deep.equal([])
    })

  it('asks for a file, and accepts none without the token of the form', async () => {
    const shop = await givenTransferShop()
    const { browser, page, upload } = await givenBrowser(shop)
    expect(textOf(await browser.press(page, 'upload'))).to.include('Choose the file')
    expect((await upload(statement(['748215']), { action: 'upload' })).status).to.equal(403)
    expect(await rowsIn(shop)).to.deep.equal([])
  })

  it('is closed to viewers and to members of other shops', async () => {
    const { shop, transfers } = await givenReferences(1)
    const { upload } = await givenBrowser(shop)
    const review = (await upload(statement([transfers[0]!.reference]))).headers.location!
    const viewer = await givenBrowser(shop, 'viewer')
    expect((await viewer.browser.get(review)).status).to.equal(403)
    expect((await viewer.browser.get(`${review}/report.csv`)).status).to.equal(404)
    const other = await givenBrowser(await givenTransferShop())
    expect((await other.browser.get(review)).status).to.equal(404)
    const own = review.replace(/\/dashboard\/\d+/, other.page.split('/').slice(0, 3).join('/'))
    expect((await other.browser.get(own)).status).to.equal(404)
  })

  it('confirms nothing if the button is pressed again after the end', async () => {
    const { shop, transfers } = await givenReferences(1)
    const { browser, upload } = await givenBrowser(shop)
    const review = (await upload(statement([transfers[0]!.reference]))).headers.location!
    const page = await browser.get(review)
    await browser.press(review, 'confirm', {}, page)
    await work(shop, idIn(review))
    await browser.press(review, 'confirm', {}, page)
    await work(shop, idIn(review))
    expect(stateOf(await browser.get(review))).to.equal('dashboard_import_done')
  })
})
