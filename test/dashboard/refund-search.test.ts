import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { searchTextOf } from '../../common/kit/wanted.ts'
import { searchRefunds } from '../../common/services/payments/search-refunds.ts'
import { getProject } from '../../common/services/projects/find.ts'
import { onConnection } from '../../db/sql.ts'
import { forgetSignIns, givenMember, MemberBrowser } from '../support/given/member.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'
import { countingReads } from '../support/rows-read.ts'
import { forgetNothing } from '../support/statements.ts'

let members = 0

/** Creates a shop with a confirmed transfer of ₮25,000, two refunds of it, and a browser of an owner. */
async function givenRefunds() {
  const { shop, paymentId } = await givenReported()
  await shop.post(`/payments/${paymentId}/confirm`).expect(200)
  const ids: number[] = []
  for (const amount of [5_000, 7_000]) {
    const { body } = await shop.post(`/payments/${paymentId}/refunds`, { amount }).expect(201)
    ids.push((body.data as { id: number }).id)
  }
  const email = `refund-search-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  const page = `/dashboard/${shop.projectId}/test/payments/refunds`
  const { body } = await shop.get(`/payments/${paymentId}`).expect(200)
  const found = async (text: string) => {
    const answer = await browser.get(`${page}?q=${encodeURIComponent(text)}`)
    const rows = Array.from(answer.text.matchAll(/<tr role="row" id="refunds-(\d+)"/g), ([, id]) =>
      Number(id),
    )
    return { rows, text: textOf(answer) }
  }
  const payment = body.data as { reference: string; customer_email: string }
  return { shop, paymentId, ids, payment, found }
}

/** Copies the payment, with the same customer and without refunds. */
async function copy(paymentId: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, reference, customer_email, payable_type,
           payable_id, created_at, updated_at)
         SELECT project_id, is_test, method, status, amount, currency, ?, customer_email, payable_type,
           payable_id, created_at, updated_at FROM payments WHERE id = ?`,
        [String(n).padStart(6, '0'), paymentId],
      ),
    )
}

describe('the search of refunds', () => {
  forgetNothing()
  beforeEach(forgetSignIns)

  it('finds each refund of a payment, the newest first, in a row of its own', async () => {
    const { ids, payment, found } = await givenRefunds()
    expect((await found(payment.reference)).rows).to.deep.equal([...ids].reverse())
    expect((await found('nothing')).text).to.include('Nothing matches')
  })

  it('finds a refund of a customer with many newer payments that were not refunded', async () => {
    const { paymentId, ids, payment, found } = await givenRefunds()
    await copy(paymentId, 25)
    for (const text of [payment.customer_email, '25000']) {
      const { rows, text: shown } = await found(text)
      expect(rows, text).to.deep.equal([...ids].reverse())
      expect(shown).not.to.include('Type more to find fewer')
    }
  })

  it('finds a refund by its own amount, alone and with another word', async () => {
    const { ids, payment, found } = await givenRefunds()
    expect((await found('7000')).rows).to.deep.equal([ids[1]])
    expect((await found(`7000 ${payment.customer_email}`)).rows).to.include(ids[1]!)
  })

  it('says that there are more than it shows', async () => {
    const { paymentId, payment, found } = await givenRefunds()
    for (let n = 0; n < 20; n += 1)
      await onConnection((sql) =>
        sql.run(
          `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
           SELECT project_id, is_test, payment_id, amount, currency, status, created_at, updated_at
           FROM refunds WHERE payment_id = ? LIMIT 1`,
          [paymentId],
        ),
      )
    const { rows, text } = await found(payment.reference)
    expect(rows).to.have.length(20)
    expect(rows).to.deep.equal([...rows].sort((one, other) => other - one))
    expect(text).to.include('Type more to find fewer')
  })

  it('asks for more text if payments that begin alike were not all read, and finds the refund with it', async () => {
    const { paymentId, ids, found } = await givenRefunds()
    await onConnection(async (sql) => {
      await sql.run("UPDATE payments SET payer_name = 'Bolormaa Z Third' WHERE id = ?", [paymentId])
      await sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, payer_name, payable_type, payable_id,
           created_at, updated_at)
         SELECT project_id, is_test, method, status, amount + 1, currency, CONCAT('Bolormaa ', seq), payable_type, payable_id,
           created_at, updated_at FROM payments JOIN ${numbers(1, 1_100)} WHERE id = ?`,
        [paymentId],
      )
    })
    for (const text of ['Bolormaa', 'Third Bolormaa']) {
      const cut = await found(text)
      expect(cut.rows, text).to.deep.equal([])
      expect(cut.text, text).to.include('Type more').and.not.include('Nothing matches')
    }
    for (const words of ['Bolormaa Z', 'Z Third']) {
      const { rows, text } = await found(words)
      expect(rows, words).to.deep.equal([...ids].reverse())
      expect(text, words).not.to.include('Type more')
    }
  })

  it('reads only the payments and refunds that it finds', async () => {
    const { shop, paymentId, ids, payment } = await givenRefunds()
    await onConnection(async (sql) => {
      await sql.run(
        `INSERT INTO payments (project_id, is_test, method, status, amount, currency, reference, customer_email, payable_type,
           payable_id, created_at, updated_at)
         SELECT project_id, is_test, method, status, amount + 1, currency, LPAD(seq, 6, '0'), CONCAT('z', seq, '@example.com'),
           payable_type, payable_id, created_at, updated_at FROM payments JOIN ${numbers(1, 3_000)} WHERE id = ?`,
        [paymentId],
      )
      await sql.run(
        `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
         SELECT project_id, is_test, id, 100, currency, 'succeeded', created_at, updated_at FROM payments
         WHERE project_id = ? AND id > ?`,
        [shop.projectId, paymentId],
      )
    })
    const words = `7000 ${payment.customer_email}`
    for (const text of ['7000', payment.reference, payment.customer_email, words]) {
      const [found, read] = await countingReads(async (sql) => {
        const project = await getProject(sql, shop.projectId)
        return searchRefunds(sql, { project, isTest: true }, searchTextOf(text, project.country))
      })
      expect(
        found.items.map(({ id }) => id),
        text,
      ).to.include(ids[1]!)
      expect(read, text).to.be.below(500)
    }
  })
})
