import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import { getProject } from '../../common/services/projects/find.ts'
import { search } from '../../common/services/search/find.ts'
import { weightOf } from '../../db/find-by-prefix.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import {
  givenCustomer,
  givenMerchant,
  givenTransferShop,
  type Merchant,
  tea,
} from '../support/given/merchant.ts'
import { givenReported } from '../support/given/transfer.ts'
import { countingReads } from '../support/rows-read.ts'

const KINDS = ['customers', 'checkouts', 'invoices', 'payments'] as const

type Found = Record<(typeof KINDS)[number], { id: number }[]>

/** Returns the found objects: `customers 5, checkouts 7`. */
async function found(shop: Merchant, q: string): Promise<string> {
  const { body } = await shop.get(`/search?q=${encodeURIComponent(q)}`).expect(200)
  const { data } = body as { data: Found }
  return KINDS.flatMap((kind) => data[kind].map(({ id }) => `${kind} ${id}`)).join(', ')
}

describe('a search', () => {
  it('finds customers by the beginning of their email, phone, reference and name', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, {
      name: 'Сараа Бат',
      email: 'Saraa@Example.com',
      phone: '9911 2233',
      client_reference_id: 'user-7',
    })
    await givenCustomer(shop, { name: 'Dorj', email: 'dorj@example.com', phone: '88112233' })
    const queries = [
      'SARAA@',
      'saraa@example.com',
      '9911',
      '99112233',
      '9911-22',
      '+976 9911',
      'user-7',
      'user',
      'сараа',
    ]
    for (const query of [...queries, ' saraa '])
      expect(await found(shop, query), query).to.equal(`customers ${id}`)
    for (const none of ['araa', 'USER-7', '112233', 'example.com', '976', '+9769912'])
      expect(await found(shop, none), none).to.equal('')
  })

  it('finds checkouts, payments and invoices by reference, receipt number, transfer and invoice number', async () => {
    const shop = await givenTransferShop()
    const order = await givenCheckout(shop, { ...tea(), client_reference_id: 'order-1001' })
    await order.customer.pay({ payment_method: 'bank_transfer', email: 'guest@example.com' })
    const { body: listed } = await shop.get(`/payments?checkout_id=${order.id}`).expect(200)
    const [payment] = (listed as { data: PaymentObject[] }).data
    await order.customer.press('claim_transfer')
    expect(await found(shop, 'order-10')).to.equal(`checkouts ${order.id}`)
    expect(await found(shop, payment!.reference!)).to.equal(`payments ${payment!.id}`)
    expect(await found(shop, 'GUEST@')).to.include(`payments ${payment!.id}`)
    await shop.post(`/payments/${payment!.id}/confirm`).expect(200)
    const { receipt_number: receipt } = await order.retrieve()
    expect(await found(shop, receipt!.toLowerCase())).to.equal(
      `checkouts ${order.id}, payments ${payment!.id}`,
    )
    expect(await found(shop, 'guest@example.com')).to.equal(`checkouts ${order.id}, payments ${payment!.id}`)
    const body = { amount: 5_000, client_reference_id: 'project-x' }
    const invoice = (await shop.post('/invoices', body).expect(201)).body.data as {
      id: number
      number: string
    }
    for (const query of ['project-x', invoice.number.toLowerCase()])
      expect(await found(shop, query)).to.equal(`invoices ${invoice.id}`)
  })

  it('finds payments by their amount, payer and invoice number', async () => {
    const shop = await givenTransferShop()
    const first = await givenReported(shop)
    await givenReported(shop, tea(1, 30_000))
    for (const amount of ['25000', '25,000', '₮25 000'])
      expect(await found(shop, amount), amount).to.equal(`payments ${first.paymentId}`)
    expect(await found(shop, '2500')).to.equal('')
    await onConnection((sql) =>
      sql.run("UPDATE payments SET payer_name = 'Бат-Эрдэнэ' WHERE id = ?", [first.paymentId]),
    )
    expect(await found(shop, 'бат')).to.equal(`payments ${first.paymentId}`)
    const other = await givenTransferShop()
    for (const text of ['25000', 'бат']) expect(await found(other, text)).to.equal('')
  })

  it('finds customers and payers by the second word of their name', async () => {
    const shop = await givenTransferShop()
    const saraa = await givenCustomer(shop, { name: 'Saraa Lkhagva', client_reference_id: '1' })
    const bat = await givenCustomer(shop, { name: '  Бат   Дорж', client_reference_id: '2' })
    const eva = await givenCustomer(shop, { name: 'Eva Gómez Ñuñez', client_reference_id: '3' })
    const percent = await givenCustomer(shop, { name: 'Shop 100%_off', client_reference_id: '4' })
    const { paymentId } = await givenReported(shop)
    await onConnection((sql) =>
      sql.run("UPDATE payments SET payer_name = 'Сүхийн Ганболд' WHERE id = ?", [paymentId]),
    )
    for (const [query, id] of [
      ['lkhag', saraa],
      ['LKHAGVA', saraa],
      ['дорж', bat],
      ['Дорж', bat],
      ['gomez', eva],
      ['Gómez nun', eva],
      ['100%', percent],
      ['100%_o', percent],
    ] as const)
      expect(await found(shop, query), query).to.equal(`customers ${id}`)
    for (const query of ['ганб', 'ганболд 25000'])
      expect(await found(shop, query), query).to.equal(`payments ${paymentId}`)
    for (const none of ['khag', 'орж', '%off', '100__', '___', '%%%', '25%'])
      expect(await found(shop, none), none).to.equal('')
    for (const stranger of [shop.live, await givenTransferShop()])
      for (const query of ['lkhag', 'дорж', 'ганб']) expect(await found(stranger, query)).to.equal('')
  })

  it('finds a second name that is changed or is very long, and none that is removed', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, { name: 'Saraa Lkhagva', client_reference_id: '1' })
    const rename = (name: string | null) => shop.patch(`/customers/${id}`, { name }).expect(200)
    const long = 'Ө'.repeat(253)
    await rename(`A ${long}`)
    expect(await found(shop, 'lkhag')).to.equal('')
    for (const query of [long.slice(0, 3), long, `${long.slice(1)}Ө`.toLowerCase()])
      expect(await found(shop, query)).to.equal(`customers ${id}`)
    expect(await found(shop, `${long}ө`)).to.equal('')
    for (const name of ['Lkhagva', 'Lkhagva ', null]) {
      await rename(name)
      expect(await found(shop, long), String(name)).to.equal('')
      expect(await found(shop, 'lkhag'), String(name)).to.equal(name === null ? '' : `customers ${id}`)
    }
  })

  it('returns matches of a first word before matches of a second word', async () => {
    const shop = await givenMerchant()
    const first = await givenCustomer(shop, { name: 'Бат Дорж', client_reference_id: '1' })
    const second = await givenCustomer(shop, { name: 'Дорж Бат', client_reference_id: '2' })
    expect(await found(shop, 'бат')).to.equal(`customers ${first}, customers ${second}`)
    expect(await found(shop, 'дорж')).to.equal(`customers ${second}, customers ${first}`)
  })

  it('finds objects if each word of the text matches some field, in any order', async () => {
    const shop = await givenTransferShop()
    const first = await givenReported(shop)
    const other = await givenReported(shop, tea(1, 30_000))
    await onConnection((sql) =>
      sql.run("UPDATE payments SET payer_name = 'Бат Сараа' WHERE id IN (?)", [
        [first.paymentId, other.paymentId],
      ]),
    )
    const { reference } = await first.payment()
    for (const query of [
      'бат 25000',
      '25 000 бат',
      'бат сараа 25,000',
      `сараа ${reference}`,
      'сараа бат 25000',
    ])
      expect(await found(shop, query), query).to.equal(`payments ${first.paymentId}`)
    for (const none of ['бат 26000', 'бат 25000 dorj', 'ат 25000', '% 25000'])
      expect(await found(shop, none), none).to.equal('')
    expect(await found(shop, 'бат сараа')).to.equal(
      `payments ${other.paymentId}, payments ${first.paymentId}`,
    )
  })

  it('returns complete objects, like GET', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCheckout(shop, { ...tea(), client_reference_id: 'order-1' })
    const { body } = await shop.get('/search?q=order-1').expect(200)
    expect(body.data.checkouts).to.deep.equal([(await shop.get(`/checkouts/${id}`)).body.data])
  })

  it('returns at most 20 of each kind, matches of an email first', async () => {
    const shop = await givenMerchant()
    for (let n = 0; n < 21; n += 1) await givenCustomer(shop, { name: 'Bat', client_reference_id: `b-${n}` })
    const mailed = await givenCustomer(shop, { email: 'bat@example.com' })
    const { body } = await shop.get('/search?q=bat').expect(200)
    expect(body.data.customers).to.have.length(20)
    expect(body.data.customers[0].id).to.equal(mailed)
  })

  it('treats no character as a wildcard', async () => {
    const shop = await givenMerchant()
    await givenCustomer(shop, { name: 'Bat', client_reference_id: 'user-7' })
    for (const query of ['%%%', '___', '%at', 'user_7', '\\\\\\'])
      expect(await found(shop, query), query).to.equal('')
  })

  for (const character of ['\u200b', '\u2060', '\u0300', '\u034f', '\ufe0f', '\u{e0100}'])
    it(`rejects U+${character.codePointAt(0)!.toString(16)}, which has no weight, and explains what to enter`, async () => {
      const shop = await givenMerchant()
      for (const q of [character.repeat(3), `ab${character.repeat(9)}`, `${character}a${character}b`]) {
        const { body } = await shop.get(`/search?q=${encodeURIComponent(q)}`).expect(422)
        expect(body.errors.q[0]).to.include('at least 3 letters, digits or symbols')
      }
    })

  it('counts no character without weight in the collation of the database', async () => {
    const rows = await onConnection((sql) =>
      sql.rows<{ code: number }>(
        `SELECT seq AS code FROM ${numbers(1, 1_114_111)} WHERE seq NOT BETWEEN 0xD800 AND 0xDFFF AND WEIGHT_STRING(
           CONVERT(CONVERT(UNHEX(LPAD(HEX(seq), 8, '0')) USING utf32) USING utf8mb4) COLLATE utf8mb4_unicode_520_ci) = ''`,
      ),
    )
    const light = rows.map(({ code }) => String.fromCodePoint(code))
    expect(light).to.have.length.above(1_000)
    expect(light.filter((character) => weightOf(character) > 0)).to.deep.equal([])
    expect(weightOf('Сараа 7-№9 é ß 東')).to.equal(16)
  })

  it('ignores invisible characters, and reads only the matching part of the index', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, { name: 'Bat-Erdene', client_reference_id: 'bat' })
    await onConnection(async (sql) => {
      await sql.run(
        `INSERT INTO customers (project_id, is_test, name, created_at, updated_at)
         SELECT ?, 1, CONCAT('ssss ', seq), NOW(6), NOW(6) FROM ${numbers(1, 3_000)}`,
        [shop.projectId],
      )
    })
    expect(await found(shop, 'B\u200bat-\u0300Er')).to.equal(`customers ${id}`)
    for (const q of ['ßß', 'ss\u200bss', 'ßss']) {
      const [, read] = await countingReads(async (sql) => {
        const project = await getProject(sql, shop.projectId)
        return search(sql, { project, isTest: true }, `${q} 12`, new Date())
      })
      expect(read, q).to.be.below(500)
    }
  })

  it('returns the newest first, after one that is equal to the text', async () => {
    const shop = await givenMerchant()
    const exact = await givenCustomer(shop, { name: 'Bat', client_reference_id: '1' })
    const ids: number[] = []
    for (const name of ['Batzaya', 'Bataa', 'Bat Ochir'])
      ids.push(await givenCustomer(shop, { name, client_reference_id: name }))
    const { body } = await shop.get('/search?q=bat').expect(200)
    const found = body.data.customers as { id: number }[]
    expect(found.map(({ id }) => id)).to.deep.equal([exact, ...ids.toReversed()])
  })

  it('finds only objects of one mode of one project', async () => {
    const shop = await givenMerchant()
    await givenCustomer(shop, { client_reference_id: 'user-7' })
    for (const stranger of [shop.live, await givenMerchant()])
      expect(await found(stranger, 'user-7')).to.equal('')
  })

  it('does not find an erased customer', async () => {
    const shop = await givenMerchant()
    const who = {
      name: 'Saraa Lkhagva',
      email: 'saraa@example.com',
      phone: '99112233',
      client_reference_id: 'user-7',
    }
    const id = await givenCustomer(shop, who)
    const order = await givenCheckout(shop, { ...tea(), customer_id: id })
    await order.customer.pay({ email: 'saraa@example.com' })
    await shop
      .post('/invoices', { amount: 5_000, customer_id: id, customer_email: 'saraa@example.com' })
      .expect(201)
    const queries = [...Object.values(who), 'lkhag']
    for (const query of queries) expect(await found(shop, query), query).to.include(`customers ${id}`)
    await onConnection((sql) =>
      sql.run("UPDATE payments SET payer_name = 'Saraa Lkhagva' WHERE project_id = ?", [shop.projectId]),
    )
    expect(await found(shop, 'lkhag')).to.include('payments')
    await shop.delete(`/customers/${id}`).expect(200)
    for (const query of queries) expect(await found(shop, query), query).to.equal('')
    const kept = await onConnection((sql) =>
      sql.rows(
        `SELECT id FROM customers WHERE project_id = ? AND name_from_word_2 <> '' UNION ALL
         SELECT id FROM payments WHERE project_id = ? AND payer_name_from_word_2 <> ''`,
        [shop.projectId, shop.projectId],
      ),
    )
    expect(kept).to.deep.equal([])
  })

  for (const [q, because] of [
    ['', 'the query is empty'],
    ['ab', 'it is too short'],
    ['  a  ', 'it is too short without blanks'],
    ['a'.repeat(256), 'it is too long'],
  ] as const)
    it(`rejects a query: ${because}`, async () => {
      const shop = await givenMerchant()
      const { body } = await shop.get(`/search?q=${q}`).expect(422)
      expect(Object.keys(body.errors as object)).to.deep.equal(['q'])
    })
})
