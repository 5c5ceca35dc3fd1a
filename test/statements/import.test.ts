import { expect } from 'chai'
import type { StatementImportObject } from '../../common/domain/statements/object.ts'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { now, setClock } from '../../common/runtime/clock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { confirmLines } from '../../common/services/statements/confirm-lines.ts'
import { previewStatement } from '../../common/services/statements/preview.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { begunBy, givenTransfer } from '../support/given/transfer.ts'
import { statementsOf } from '../support/statements.ts'
import { eventsOf } from '../support/stored.ts'
import { camt, csv, xlsx } from './files.ts'

const HEADER = ['Огноо', 'Гүйлгээний утга', 'Орлого', 'Зарлага', 'Харьцсан данс']

interface Money {
  reference: string | null
  amount?: number
  day?: string
  text?: string
}

const today = () => now().toISOString().slice(0, 10)

function statement(...money: readonly Money[]): Buffer {
  const rows = money.map(({ reference, amount = 25_000, day = today(), text = `Захиалга ${reference}` }) => [
    day,
    text,
    String(amount),
    '',
    '5001112233',
  ])
  return csv([HEADER, ...rows])
}

/** Sends a file as an API user does. */
function send(
  shop: Merchant,
  file: Buffer | string,
  query = 'dry_run=false',
  headers: Record<string, string> = {},
) {
  return shop
    .call('post', `/payments/import${query && `?${query}`}`)
    .set({ 'Content-Type': 'text/csv', ...headers })
    .send(file as string)
}

async function imported(shop: Merchant, file: Buffer, query?: string): Promise<StatementImportObject> {
  const { body } = await send(shop, file, query).expect(200)
  return (body as { data: StatementImportObject }).data
}

const confirming = { verifiedBy: 'cli', atomically, atomicallyTogether }

const resultsOf = ({ lines }: StatementImportObject) => lines.map(({ result }) => result)
const confirmedIn = ({ lines }: StatementImportObject) => lines.map(({ confirmed }) => confirmed)

/** Returns a transfer with its reference. */
async function givenReference(shop?: Merchant, body?: object) {
  const transfer = await givenTransfer(shop, body)
  return { ...transfer, reference: (await transfer.payment()).reference! }
}

async function depositsOf(paymentId: number): Promise<number[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ amount: number }>('SELECT amount FROM deposits WHERE payment_id = ? ORDER BY id', [paymentId]),
  )
  return rows.map(({ amount }) => amount)
}

describe('importing a statement', () => {
  it('changes nothing in a dry run, which is the default, and shows the columns', async () => {
    const transfer = await givenReference()
    const { reference, shop } = transfer
    const file = csv([['Хуулга'], HEADER, [today(), `Захиалга ${reference}`, '25,000.00', '', 'Бат']])
    const found = await imported(shop, file, '')
    expect(found).to.include({ dry_run: true, format: 'csv', confirmed: 0, remaining: 0 })
    expect(found.mapping).to.include({
      header_row: 2,
      date_column: 1,
      description_column: 2,
      credit_column: 3,
    })
    expect(found.headers).to.deep.equal(HEADER)
    expect(found.sample).to.deep.equal([
      { line: 3, cells: [today(), `Захиалга ${reference}`, '25,000.00', '', 'Бат'] },
    ])
    expect(found.lines).to.deep.equal([
      {
        line: 3,
        date: today(),
        amount: 25_000,
        result: 'exact',
        reference,
        payment_id: transfer.paymentId,
        expected_amount: 25_000,
        confirmed: false,
        message: null,
      },
    ])
    expect((await transfer.payment()).status).to.equal('started')
    expect(JSON.stringify(found.lines)).not.to.contain('Бат')
  })

  for (const [name, fileOf] of [
    ['CSV', (reference) => statement({ reference })],
    ['XLSX', (reference) => xlsx([HEADER, [{ serial: 46_352 }, `Захиалга ${reference}`, 25_000, null, 'x']])],
    ['camt.053', (reference) => Buffer.from(camt([{ amount: '25000', day: today(), texts: [reference] }]))],
  ] satisfies [string, (reference: string) => Buffer][])
    it(`confirms an exact line of ${name} like the API does, with its event`, async () => {
      setClock(() => new Date('2026-11-26T08:00:00Z'))
      const transfer = await givenReference()
      const found = await imported(transfer.shop, fileOf(transfer.reference))
      expect(found).to.include({ confirmed: 1, remaining: 0, dry_run: false })
      expect(confirmedIn(found)).to.deep.equal([true])
      const payment = await transfer.payment()
      expect(payment).to.include({ status: 'paid', verified_by: 'api', amount_received: 25_000 })
      expect(payment.payable.status).to.equal('complete')
      expect(await eventsOf('checkout', transfer.id)).to.deep.equal(['checkout.completed'])
    })

  it('confirms an invoice', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const invoice = await givenInvoice(shop)
    await invoice.customer.pay({ payment_method: 'bank_transfer' })
    const { body } = await shop.get('/payments?status=started').expect(200)
    const [{ reference, amount }] = (body as { data: [{ reference: string; amount: number }] }).data
    expect(resultsOf(await imported(shop, statement({ reference, amount })))).to.deep.equal(['exact'])
    expect(await invoice.retrieve()).to.include({ status: 'paid' })
  })

  it('changes nothing when the same lines come again, also in another file', async () => {
    const one = await givenReference()
    const two = await givenReference(one.shop)
    const file = statement({ reference: one.reference })
    await imported(one.shop, file)
    const again = await imported(one.shop, file)
    expect(resultsOf(again)).to.deep.equal(['already_confirmed'])
    expect(again.lines[0]!.payment_id).to.equal(one.paymentId)
    const longer = await imported(
      one.shop,
      statement({ reference: one.reference }, { reference: two.reference }),
    )
    expect(resultsOf(longer)).to.deep.equal(['already_confirmed', 'exact'])
    expect(longer.confirmed).to.equal(1)
    expect(await depositsOf(one.paymentId)).to.deep.equal([25_000])
    expect(await eventsOf('checkout', one.id)).to.deep.equal(['checkout.completed'])
  })

  it('says that the amount differs, and leaves the payment as it is', async () => {
    const less = await givenReference()
    const more = await givenReference(less.shop)
    const half = await givenReference(less.shop)
    const found = await imported(
      less.shop,
      statement(
        { reference: less.reference, amount: 20_000 },
        { reference: more.reference, amount: 30_000 },
        { reference: null, text: `Захиалга ${half.reference}`, amount: 25_000.5 },
      ),
    )
    expect(resultsOf(found)).to.deep.equal(['amount_differs', 'amount_differs', 'amount_differs'])
    expect(found.lines.map(({ amount, expected_amount }) => [amount, expected_amount])).to.deep.equal([
      [20_000, 25_000],
      [30_000, 25_000],
      [null, 25_000],
    ])
    for (const transfer of [less, more, half]) expect((await transfer.payment()).status).to.equal('started')
  })

  it('confirms a line in the currency of the project, whatever the other account has', async () => {
    const { shop, reference } = await givenReference()
    const file = csv([
      ['Огноо', 'Утга', 'Орлого', 'Валютын дүн', 'Валют', 'Харьцсан дансны валют'],
      [today(), reference, '25000', '₮25,000', 'MNT ₮', 'USD'],
    ])
    expect(resultsOf(await imported(shop, file))).to.deep.equal(['exact'])
  })

  it('lists the lines of an account in another currency, each with the reason', async () => {
    const { shop, reference } = await givenReference()
    const file = csv([
      ['Огноо', 'Утга', 'Орлого'],
      ...['$100', '$200', '$300', '25000'].map((amount) => [today(), reference, amount]),
    ])
    const found = await imported(shop, file)
    expect(resultsOf(found)).to.deep.equal(['unreadable', 'unreadable', 'unreadable', 'exact'])
    expect(found.lines[0]!.message).to.include('The amount is in another currency than MNT')
  })

  it('names a line that the mapping cannot read, and not an earlier one in another currency', async () => {
    const { shop, reference } = await givenReference()
    const file = csv([
      ['Огноо', 'Утга', 'Валют', 'Орлого'],
      [today(), reference, 'USD', '25000'],
      ...[32, 33, 34].map((day) => [`2026-05-${day}`, reference, 'MNT', '25000']),
    ])
    const { problem } = await previewStatement(
      { project: (await cachedProject(shop.projectId))!, isTest: true },
      file,
      {},
    )
    expect(problem!.field).to.equal('date_column')
    expect(problem!.sentence).to.include("Line 3: The date '2026-05-32' cannot be read.")
  })

  for (const [header, other] of [
    ['Currency', 'usd'],
    ['Валют', 'US$'],
    ['Гүйлгээний валютын төрөл', 'EUR'],
    ['Код валюты', '€'],
  ] as const)
    it(`confirms no line whose column ${header} is ${other}`, async () => {
      const dollars = await givenReference()
      const tugriks = await givenReference(dollars.shop)
      const line = (reference: string, currency: string) => [
        ...[today(), reference, '3450.00', currency, '25000'],
        ...['', ''],
      ]
      const file = csv([
        ['Огноо', 'Утга', 'Валютын ханш', header, 'Орлого', 'Зарлага', 'Харьцсан данс'],
        line(dollars.reference, other),
        line(tugriks.reference, 'MNT'),
      ])
      const found = await imported(dollars.shop, file)
      expect(found.lines.map(({ result, message }) => [result, message])).to.deep.equal([
        ['unreadable', `The amount is in ${other}, and all payments of this project are in MNT.`],
        ['exact', null],
      ])
      expect((await dollars.payment()).status).to.equal('started')
      expect((await tugriks.payment()).status).to.equal('paid')
    })

  it('confirms the rest of a payment, and not the part that a person entered before', async () => {
    const { reference, shop, confirm, payment } = await givenReference()
    await confirm({ amount_received: 12_500 }).expect(200)
    const part = { reference, amount: 12_500 }
    const first = await imported(shop, statement(part))
    expect(resultsOf(first)).to.deep.equal(['already_confirmed'])
    expect((await payment()).status).to.equal('pending')
    const both = await imported(shop, statement(part, part))
    expect(resultsOf(both)).to.deep.equal(['already_confirmed', 'exact'])
    expect((await payment()).status).to.equal('paid')
  })

  it('does not know references of other projects and of the other mode', async () => {
    const transfer = await givenReference()
    const other = await givenTransferShop()
    const file = statement({ reference: transfer.reference }, { reference: null, text: 'Цалин' })
    for (const shop of [other, transfer.shop.live])
      expect(resultsOf(await imported(shop, file))).to.deep.equal(['unknown_reference', 'unknown_reference'])
    expect((await transfer.payment()).status).to.equal('started')
  })

  it('finds a reference with gaps or inside other text', async () => {
    const shop = await givenTransferShop()
    const texts = [
      (reference: string) => `${reference.slice(0, 3)} ${reference.slice(3)}`,
      (reference: string) => `EB-${reference}/БАТ`,
      (reference: string) => `захиалга${reference}төлөв 2026.11.26 99112233`,
    ]
    for (const text of texts) {
      const { reference } = await givenReference(shop)
      const found = await imported(shop, statement({ reference, text: text(reference) }))
      expect(found.confirmed, text(reference)).to.equal(1)
    }
  })

  it('confirms none of several payments that would all fit', async () => {
    const one = await givenReference()
    const two = await givenReference(one.shop)
    const found = await imported(
      one.shop,
      statement({ reference: null, text: `${one.reference} ${two.reference}` }),
    )
    expect(resultsOf(found)).to.deep.equal(['unknown_reference'])
    expect(found.lines[0]!.message).to.contain(one.reference).and.contain(two.reference)
    expect((await one.payment()).status).to.equal('started')
  })

  it('knows money that a person confirmed, and calls further money paid twice', async () => {
    const { reference, shop, confirm, payment } = await givenReference()
    await confirm().expect(200)
    expect(resultsOf(await imported(shop, statement({ reference })))).to.deep.equal(['already_confirmed'])
    const later = statement({ reference }, { reference, text: `${reference} дахин` })
    expect(resultsOf(await imported(shop, later))).to.deep.equal(['already_confirmed', 'paid_twice'])
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000 })
  })

  it('calls the second of two equal lines paid twice, and the payment of an order that is complete', async () => {
    const { reference, shop, ...older } = await givenReference()
    const found = await imported(shop, statement({ reference }, { reference }))
    expect(resultsOf(found)).to.deep.equal(['exact', 'paid_twice'])
    expect(confirmedIn(found)).to.deep.equal([true, false])
    expect(await depositsOf(older.paymentId)).to.deep.equal([25_000])

    const order = await givenCheckout(shop)
    const first = await begunBy(shop, order)
    const { reference: replaced } = await first.payment()
    await order.customer.pay()
    expect(resultsOf(await imported(shop, statement({ reference: replaced })))).to.deep.equal(['paid_twice'])
  })

  it('asks about money that a person may have entered for another payment of the order', async () => {
    const shop = await givenTransferShop()
    const order = await givenCheckout(shop)
    const first = await begunBy(shop, order)
    const { reference } = await first.payment()
    await order.customer.press('claim_transfer')
    await first.reject().expect(200)
    const second = await begunBy(shop, order)
    const later = await second.payment()
    expect(later.reference).not.to.equal(reference)
    await second.confirm().expect(200)
    const [line] = (await imported(shop, statement({ reference }))).lines
    expect(line!.result).to.equal('already_confirmed')
    expect(line!.message).to.include('entered for another payment')
    const both = statement({ reference }, { reference: later.reference })
    expect(resultsOf(await imported(shop, both))).to.deep.equal(['already_confirmed', 'already_confirmed'])
    // The second line explains the amount that was entered, so the first one is other money.
    expect(resultsOf(await imported(shop, both))).to.deep.equal(['paid_twice', 'already_confirmed'])
  })

  it('calls money for an expired order too late, and does not record it', async () => {
    const started = new Date('2026-06-01T00:00:00Z')
    setClock(() => started)
    const short = { ...tea(), expires_at: later(started, HOUR).toISOString() }
    const { shop, reference, payment } = await givenReference(undefined, short)
    await travelTo(shop.projectId, later(started, 2 * DAY))
    const found = await imported(shop, statement({ reference, day: '2026-06-02' }))
    expect(resultsOf(found)).to.deep.equal(['too_late'])
    expect(await payment()).to.include({ status: 'canceled', amount_received: 0 })
  })

  it('does not give old money to a newer payment that has the same reference', async () => {
    const { shop, reference, payment } = await givenReference()
    const found = await imported(shop, statement({ reference, day: '2026-01-05' }))
    expect(resultsOf(found)).to.deep.equal(['unknown_reference'])
    expect((await payment()).status).to.equal('started')
  })

  it('remembers corrected columns for files with the same header, in this project only', async () => {
    const { shop, reference } = await givenReference()
    const fileWith = (text: string) =>
      csv([
        ['Огноо', 'Утга', 'Нэмэлт', 'Орлого'],
        [today(), 'Шилжүүлэг', text, '25000'],
      ])
    expect(resultsOf(await imported(shop, fileWith(reference), ''))).to.deep.equal(['unknown_reference'])
    const corrected = await imported(shop, fileWith(reference), 'description_column=3')
    expect([corrected.dry_run, ...resultsOf(corrected)]).to.deep.equal([true, 'exact'])
    // A dry run remembers nothing.
    expect(resultsOf(await imported(shop, fileWith(reference), ''))).to.deep.equal(['unknown_reference'])
    await imported(shop, fileWith(reference), 'description_column=3&dry_run=false')
    const next = await givenReference(shop)
    const known = await imported(shop, fileWith(next.reference), '')
    expect(known.mapping.description_column).to.equal(3)
    expect(resultsOf(known)).to.deep.equal(['exact'])
    const other = await imported(await givenTransferShop(), fileWith(next.reference), '')
    expect(other.mapping.description_column).to.equal(2)
  })

  it('counts each kind of line, and money that went out', async () => {
    const { shop, reference } = await givenReference()
    const file = csv([
      HEADER,
      [today(), reference, '25000', '', ''],
      [today(), 'Түрээс', '', '10000', ''],
      ['2026-02-31', 'Буруу', '5', '', ''],
      [today(), reference, 'abc', '', ''],
      ['Нийт', '', '25005', '10000', ''],
    ])
    const { counts, lines } = await imported(shop, file, '')
    expect(counts).to.include({ exact: 1, outgoing: 1, unreadable: 2, unknown_reference: 0 })
    expect(lines.map(({ line, message }) => [line, message])).to.deep.equal([
      [2, null],
      [4, "The date '2026-02-31' cannot be read."],
      [5, "The amount 'abc' cannot be read."],
    ])
  })
})

describe('a statement that cannot be imported', () => {
  const cases: [title: string, file: Buffer | string, query: string, field: string, sentence: RegExp][] = [
    ['an empty file', '', '', 'file', /The file is empty/],
    ['a PDF', '%PDF-1.7 …', '', 'file', /This is a PDF/],
    ['a header alone', csv([['Огноо', 'Утга', 'Орлого']]), '', 'file', /The statement has no lines\./],
    [
      'no date',
      csv([
        ['Name', 'Details'],
        ['a', 'b'],
      ]),
      '',
      'date_column',
      /No column of the file seems to hold the date/,
    ],
    [
      'a wrong column',
      statement({ reference: '748215' }),
      'date_column=5',
      'date_column',
      /Column 5 \(Харьцсан данс\) holds no dates\. Correct date_column\./,
    ],
    [
      'a file without amounts, of one line',
      csv([
        ['Date', 'Text'],
        ['2026-02-05', 'Order 748215'],
      ]),
      '',
      'amount_column',
      /seems to hold the amount.*The columns are: 1 Date, 2 Text\./,
    ],
    [
      'the other order of day and month',
      statement({ reference: '748215', day: '25/02/2026' }),
      'date_order=mdy',
      'date_order',
      /Line 2: The date '25\/02\/2026' has no month 25\. Pass date_order=dmy\./,
    ],
    [
      'dates as amounts',
      statement({ reference: '748215' }),
      'amount_column=1',
      'amount_column',
      /Column 1 \(Огноо\) holds no amounts\. Correct amount_column\./,
    ],
    [
      'a column that does not exist',
      statement({ reference: '748215' }),
      'sender_column=9',
      'sender_column',
      /has no column 9\. Correct sender_column\./,
    ],
    [
      'one amount, and the money that came in',
      statement({ reference: '748215' }),
      'amount_column=3&credit_column=3',
      'amount_column',
      /^Pass amount_column, or credit_column and debit_column, not both\.$/,
    ],
    [
      'a header below the last line',
      statement({ reference: '748215' }),
      'header_row=50',
      'header_row',
      /header_row is 50, but the file has 2 lines\. Correct header_row\./,
    ],
    [
      'the last line as header',
      statement({ reference: '748215' }),
      'header_row=2',
      'header_row',
      /header_row is 2, but no line follows it\./,
    ],
    [
      'a column without money',
      statement({ reference: '748215' }),
      'credit_column=4',
      'date_column',
      /No line has both/,
    ],
    [
      'a column that is no number',
      statement({ reference: '748215' }),
      'date_column=A',
      'date_column',
      /number of a column/,
    ],
    ['an unknown parameter', statement({ reference: '748215' }), 'dryrun=false', 'dryrun', /dry_run/],
  ]
  for (const [title, file, query, field, sentence] of cases)
    it(`is refused with a sentence under ${field}: ${title}`, async () => {
      const { body } = await send(await givenTransferShop(), file, query).expect(422)
      expect((body as { errors: Record<string, string[]> }).errors[field]!.join(' ')).to.match(sentence)
    })

  it('is refused if it is JSON or a form', async () => {
    const shop = await givenTransferShop()
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const { body } = await send(shop, '{}', '', { 'Content-Type': type }).expect(415)
      expect((body as { message: string }).message).to.contain('Send the file itself as the body')
    }
  })

  it('is refused at once if it says that it is larger than 10 MB', async () => {
    const shop = await givenTransferShop()
    const { body } = await send(shop, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), '').expect(413)
    expect((body as { message: string }).message).to.contain('10 MB')
  })
})

describe('an import with an idempotency key', () => {
  it('returns the first report again', async () => {
    const { shop, reference } = await givenReference()
    const file = statement({ reference })
    const key = { 'Idempotency-Key': 'november' }
    const first = await send(shop, file, 'dry_run=false', key).expect(200)
    const second = await send(shop, file, 'dry_run=false', key)
      .expect(200)
      .expect('Idempotent-Replayed', 'true')
    expect(second.text).to.equal(first.text)
    await send(shop, statement({ reference, amount: 1 }), 'dry_run=false', key).expect(422)
    await send(shop, file, 'dry_run=false&date_column=1', key).expect(422)
  })

  it('stores nothing for a dry run', async () => {
    const { shop, reference } = await givenReference()
    const key = { 'Idempotency-Key': 'look' }
    await send(shop, statement({ reference }), '', key).expect(200)
    const { headers } = await send(shop, statement({ reference, amount: 1 }), '', key).expect(200)
    expect(headers).not.to.have.property('idempotent-replayed')
  })
})

describe('two imports at once', () => {
  it('confirm each line once', async () => {
    const shop = await givenTransferShop()
    const transfers = [await givenReference(shop), await givenReference(shop), await givenReference(shop)]
    const file = statement(...transfers)
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const previews = await Promise.all([1, 2, 3].map(() => previewStatement(scope, file, {})))
    await Promise.all(previews.map(({ lines }) => confirmLines(scope, lines, confirming)))
    const confirmed = previews.map(({ lines }) => lines.filter((line) => line.confirmed).length)
    expect(confirmed.reduce((sum, count) => sum + count)).to.equal(3)
    for (const { lines } of previews)
      for (const line of lines) expect(line.result).to.equal(line.confirmed ? 'exact' : 'already_confirmed')
    for (const { paymentId, id } of transfers) {
      expect(await depositsOf(paymentId)).to.deep.equal([25_000])
      expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    }
  })

  it('confirm a payment once by two different lines, and ask about the other one', async () => {
    const { shop, reference, paymentId } = await givenReference()
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const files = [statement({ reference }), statement({ reference, text: `${reference} дахин` })]
    const previews = await Promise.all(files.map((file) => previewStatement(scope, file, {})))
    await Promise.all(previews.map(({ lines }) => confirmLines(scope, lines, confirming)))
    const results = previews.flatMap(({ lines }) => lines.map(({ result }) => result))
    expect(results).to.have.members(['exact', 'already_confirmed'])
    expect(await depositsOf(paymentId)).to.deep.equal([25_000])
  })

  it('call one of two transfers paid twice, in whatever order their lines are', async () => {
    const { shop, reference, paymentId } = await givenReference()
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const money = [{ reference }, { reference, text: `${reference} дахин` }]
    const files = [statement(...money), statement(...money.reverse())]
    const previews = await Promise.all(files.map((file) => previewStatement(scope, file, {})))
    for (const { lines } of previews) await confirmLines(scope, lines, confirming)
    expect(previews.map(({ lines }) => lines.map(({ result }) => result))).to.deep.equal([
      ['exact', 'paid_twice'],
      ['paid_twice', 'already_confirmed'],
    ])
    expect(await depositsOf(paymentId)).to.deep.equal([25_000])
  })

  it('explain money that a person entered by one line', async () => {
    const { shop, reference, paymentId, confirm } = await givenReference()
    await confirm({ amount_received: 12_500 }).expect(200)
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const files = ['', ' дахин'].map((added) =>
      statement({ reference, amount: 12_500, text: `${reference}${added}` }),
    )
    const previews = await Promise.all(files.map((file) => previewStatement(scope, file, {})))
    await Promise.all(previews.map(({ lines }) => confirmLines(scope, lines, confirming)))
    const evidence = previews.flatMap(({ lines }) => lines.map((line) => line.evidence))
    expect(evidence).to.have.members(['entered', 'probable'])
    const rows = await onConnection((sql) =>
      sql.rows('SELECT id FROM statement_lines WHERE payment_id = ?', [paymentId]),
    )
    expect(rows).to.have.length(1)
  })

  it('record a transfer once if one of them explains by it the money that a person entered', async () => {
    const { shop, reference, paymentId, confirm, payment } = await givenReference()
    await confirm({ amount_received: 12_500 }).expect(200)
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const far = later(now(), 20 * DAY)
      .toISOString()
      .slice(0, 10)
    const transfer = { reference, amount: 12_500 }
    const short = statement(transfer)
    // The later transfer comes first, so this file takes it for the entered one.
    const long = csv([
      ['Date', 'Description', 'Credit'],
      [far, `Second ${reference}`, '12500'],
      [today(), `First ${reference}`, '12500'],
    ])
    const previews = [await previewStatement(scope, short, {}), await previewStatement(scope, long, {})]
    expect(previews.map(({ lines }) => lines.map(({ result }) => result))).to.deep.equal([
      ['already_confirmed'],
      ['already_confirmed', 'exact'],
    ])
    const remaining = []
    for (const { lines } of previews) remaining.push(await confirmLines(scope, lines, confirming))
    expect(remaining).to.deep.equal([0, 1])
    const [second, first] = previews[1]!.lines
    expect(second).to.include({ result: 'exact', confirmed: false, message: null })
    expect(first).to.include({ result: 'already_confirmed', confirmed: false })
    expect(await depositsOf(paymentId)).to.deep.equal([12_500])

    const again = await imported(shop, long)
    expect([resultsOf(again), again.remaining]).to.deep.equal([['exact', 'already_confirmed'], 0])
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000 })
    expect(resultsOf(await imported(shop, long))).to.deep.equal(['already_confirmed', 'already_confirmed'])
    expect(await depositsOf(paymentId)).to.deep.equal([12_500, 12_500])
  })
})

describe('an import that is interrupted', () => {
  it('stores no line whose confirmation was rolled back', async () => {
    const { shop, reference, paymentId } = await givenReference()
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const { lines } = await previewStatement(scope, statement({ reference }), {})
    const failing: typeof atomically = (work) =>
      atomically(async (tx) => {
        await work(tx)
        throw new Error('killed')
      })
    const failed = await confirmLines(scope, lines, { ...confirming, atomically: failing }).catch(String)
    expect(failed).to.equal('Error: killed')
    expect(await depositsOf(paymentId)).to.deep.equal([])
    expect((await imported(shop, statement({ reference }))).confirmed).to.equal(1)
  })
})

describe('matching many lines', () => {
  it('takes the same number of statements for 10 and for 400 lines', async () => {
    const { shop, reference } = await givenReference()
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const countFor = async (lines: number) => {
      const many = Array.from({ length: lines }, (_, index) => ({ reference: String(200_000 + index) }))
      const file = statement({ reference }, ...many)
      return (await statementsOf(() => previewStatement(scope, file, {}))).length
    }
    await countFor(10)
    expect(await countFor(400)).to.equal(await countFor(10))
  })
})

describe('a transfer that was recorded from another export', () => {
  const SENDERLESS = ['Огноо', 'Гүйлгээний утга', 'Орлого', 'Зарлага']
  const ENGLISH = ['Date', 'Description', 'Debit', 'Credit']
  const PROBABLY = 'Probably recorded before: '

  const meanings = ({ lines }: StatementImportObject) =>
    lines.map(({ result, message }) => (message?.startsWith(PROBABLY) ? 'probably recorded' : result))

  /** Returns a payment that a line with this text and sender has confirmed. */
  async function givenRecorded({ text = '', sender = '5001112233' } = {}) {
    const transfer = await givenReference()
    const textOf = (added: string) => `EB-${transfer.reference} ALTAN GANTULGA${added}`
    const line = [today(), textOf(text), '25000', '', sender]
    expect(resultsOf(await imported(transfer.shop, csv([HEADER, line])))).to.deep.equal(['exact'])
    return { ...transfer, line, textOf }
  }

  it('is recorded before in an export without the sender, and in one with other columns', async () => {
    const { shop, line, textOf } = await givenRecorded()
    const senderless = csv([SENDERLESS, line.slice(0, 4)])
    expect(meanings(await imported(shop, senderless))).to.deep.equal(['already_confirmed'])
    const english = csv([ENGLISH, [today(), textOf(''), '', '25,000.00']])
    expect(meanings(await imported(shop, english))).to.deep.equal(['already_confirmed'])
  })

  it('is recorded before if the text differs in case and space only', async () => {
    const { shop, line, reference } = await givenRecorded()
    const text = `EB-${reference}  Altan  Gantulga`
    const found = await imported(shop, csv([HEADER, [today(), text, '25000', '', line[4]!]]))
    expect(meanings(found)).to.deep.equal(['already_confirmed'])
  })

  it('is recorded before if a person confirmed it, and its line was in another export', async () => {
    const { shop, reference, confirm, paymentId } = await givenReference()
    await confirm().expect(200)
    const text = `${reference} saraa bold`
    await imported(shop, csv([HEADER, [today(), text, '25000', '', '5001110000']]))
    for (let round = 0; round < 2; round += 1) {
      const found = await imported(shop, csv([ENGLISH, [today(), text.toUpperCase(), '', '25000']]))
      expect(meanings(found)).to.deep.equal(['already_confirmed'])
    }
    const rows = await onConnection((sql) =>
      sql.rows('SELECT id FROM statement_lines WHERE payment_id = ?', [paymentId]),
    )
    expect(rows).to.have.length(1)
  })

  it('is probably recorded before if another export writes its text or its sender differently', async () => {
    const { shop, reference, textOf } = await givenRecorded()
    const near = later(now(), -2 * DAY)
      .toISOString()
      .slice(0, 10)
    for (const line of [
      [today(), `Transfer ${reference}`, '', '25000'],
      [near, textOf(''), '', '25000'],
    ])
      expect(meanings(await imported(shop, csv([ENGLISH, line])))).to.deep.equal(['probably recorded'])
    const named = csv([
      [...ENGLISH, 'Sender'],
      [today(), textOf(''), '', '25000', 'Altan Gantulga'],
    ])
    expect(meanings(await imported(shop, named))).to.deep.equal(['probably recorded'])
  })

  it('is not the transfer of another person with the same text on the same day', async () => {
    const { shop, line, textOf } = await givenRecorded()
    const other = [...line.slice(0, 4), '5009998877']
    const alone = [later(now(), DAY).toISOString().slice(0, 10), ...other.slice(1)]
    expect(meanings(await imported(shop, csv([HEADER, alone])))).to.deep.equal(['paid_twice'])
    // The recorded line is found whatever the order.
    const both = await imported(shop, csv([HEADER, other, line]))
    expect(meanings(both)).to.deep.equal(['paid_twice', 'already_confirmed'])
    const senderless = await imported(shop, csv([SENDERLESS, line.slice(0, 4), line.slice(0, 4)]))
    expect(meanings(senderless)).to.deep.equal(['already_confirmed', 'paid_twice'])
    const unlike = [1, 2].map((number) => [today(), `${textOf('')} ${number}`, '', '25000'])
    expect(meanings(await imported(shop, csv([ENGLISH, ...unlike])))).to.deep.equal([
      'probably recorded',
      'paid_twice',
    ])
  })

  it('is another one if its day is far from the recorded one, or its amount differs', async () => {
    const { shop, textOf } = await givenRecorded()
    const far = later(now(), 20 * DAY)
      .toISOString()
      .slice(0, 10)
    const lines = [
      [far, textOf(' again'), '', '25000'],
      [today(), textOf(' again'), '', '24000'],
    ]
    const found = await imported(shop, csv([ENGLISH, ...lines]))
    expect(meanings(found)).to.deep.equal(['paid_twice', 'paid_twice'])
  })

  it('is probably recorded before if a file of the same layout lacks the recorded line of that day', async () => {
    const { shop, line, textOf } = await givenRecorded()
    for (const rewritten of [
      [...line.slice(0, 4), '5.00111E+09'],
      [...line.slice(0, 4), ''],
      [line[0]!, textOf(' 1'), ...line.slice(2)],
    ])
      expect(meanings(await imported(shop, csv([HEADER, rewritten])))).to.deep.equal(['probably recorded'])
  })

  it('is recorded before in another character set, and does not pay the missing half', async () => {
    const { shop, reference, confirm, payment } = await givenReference()
    await confirm({ amount_received: 12_500 }).expect(200)
    for (const text of ['Өглөө төлөв', 'Єглєє тєлєв', '?гл?? т?л?в']) {
      const found = await imported(
        shop,
        statement({ reference, amount: 12_500, text: `${reference} ${text}` }),
      )
      expect(meanings(found), text).to.deep.equal(['already_confirmed'])
    }
    expect(await payment()).to.include({ status: 'pending', amount_received: 12_500 })
  })

  it('is probably recorded before if its day was read in the other order', async () => {
    setClock(() => new Date('2026-05-11T08:00:00Z'))
    const { shop, reference } = await givenReference()
    const first = [['05/11/2026', `EB-${reference}`, '25000', '', 'Bat']]
    const longer = [...first, ['05/13/2026', 'Salary', '9000', '', 'Saraa']]
    expect(meanings(await imported(shop, csv([HEADER, ...first])))).to.deep.equal(['exact'])
    expect(meanings(await imported(shop, csv([HEADER, ...longer])))).to.deep.equal([
      'probably recorded',
      'unknown_reference',
    ])
  })

  it('leaves the money that a person entered to another transfer', async () => {
    const { shop, reference, confirm, payment } = await givenReference()
    const far = later(now(), 20 * DAY)
    await confirm({ amount_received: 12_500 }).expect(200)
    await imported(shop, statement({ reference, amount: 12_500 }))
    await confirm({ amount_received: 12_500 }).expect(200)
    const lines = [today(), far.toISOString().slice(0, 10)].map((day) => [
      day,
      `TRF ${reference}`,
      '',
      '12500',
    ])
    expect(meanings(await imported(shop, csv([ENGLISH, ...lines])))).to.deep.equal([
      'probably recorded',
      'already_confirmed',
    ])
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000 })
  })

  it('is paired with the record of the nearest day, in whatever order the lines are', async () => {
    const { shop, reference, confirm } = await givenReference()
    const day = (days: number) =>
      later(now(), days * DAY)
        .toISOString()
        .slice(0, 10)
    await confirm({ amount_received: 12_500 }).expect(200)
    await confirm({ amount_received: 12_500 }).expect(200)
    const recorded = [-2, 4].map((days) => ({ reference, amount: 12_500, day: day(days) }))
    await imported(shop, statement(...recorded))
    const lines = [1, -2].map((days) => [day(days), `TRF ${reference}`, '', '12500'])
    const found = await imported(shop, csv([ENGLISH, ...lines]))
    expect(meanings(found)).to.deep.equal(['probably recorded', 'probably recorded'])
  })

  it('does not pay the missing half of its payment', async () => {
    const { shop, reference, confirm, payment } = await givenReference()
    await confirm({ amount_received: 12_500 }).expect(200)
    await imported(shop, statement({ reference, amount: 12_500 }))
    const text = `Захиалга ${reference}`
    const half = (added: string) => csv([ENGLISH, [today(), text + added, '', '12500']])
    expect(meanings(await imported(shop, half('')))).to.deep.equal(['already_confirmed'])
    expect(meanings(await imported(shop, half('!')))).to.deep.equal(['probably recorded'])
    expect(await payment()).to.include({ status: 'pending', amount_received: 12_500 })
  })

  it('is recognised when an older release recorded it', async () => {
    const { shop, line, paymentId, textOf } = await givenRecorded()
    await onConnection((sql) =>
      sql.run(
        'UPDATE statement_lines SET day = NULL, text_hash = NULL, sender_hash = NULL, layout_hash = NULL WHERE payment_id = ?',
        [paymentId],
      ),
    )
    expect(meanings(await imported(shop, csv([HEADER, line])))).to.deep.equal(['already_confirmed'])
    const english = csv([ENGLISH, [today(), textOf(''), '', '25000']])
    expect(meanings(await imported(shop, english))).to.deep.equal(['probably recorded'])
  })

  it('is confirmed once when two exports are imported at once', async () => {
    const { shop, reference, paymentId } = await givenReference()
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    const files = [statement({ reference }), csv([ENGLISH, [today(), `Захиалга ${reference}`, '', '25000']])]
    const previews = await Promise.all(files.map((file) => previewStatement(scope, file, {})))
    await Promise.all(previews.map(({ lines }) => confirmLines(scope, lines, confirming)))
    const results = previews.flatMap(({ lines }) => lines.map(({ result }) => result))
    expect(results).to.have.members(['exact', 'already_confirmed'])
    expect(await depositsOf(paymentId)).to.deep.equal([25_000])
  })
})
