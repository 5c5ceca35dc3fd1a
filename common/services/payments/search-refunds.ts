import { findIdsByPrefix, MOST_READ } from '../../../db/find-by-prefix.ts'
import { type Bound, equal, where } from '../../../db/listing.ts'
import type { Sql, Values } from '../../../db/sql.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { REFUND_SELECT, type RefundRow, serializeRefund } from '../refunds/rows.ts'
import { paymentSearch } from './search.ts'

/** Whether a payment has a refund. Not EXISTS, which a server may turn into a scan of the refunds of all shops. */
const HAS_REFUND = `(SELECT refunds.id FROM refunds FORCE INDEX (refunds_payment)
  WHERE refunds.payment_id = some.id LIMIT 1) IS NOT NULL`

/**
 * Finds refunds by their own amount, and by everything that payments are found by; the newest first. Of each field, at most
 * `MOST_READ` payments are read.
 */
export async function searchRefunds(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<Found<RefundObject>> {
  const { listing, fieldsOf } = paymentSearch(scope)
  const amount = readAmount(wanted.text, scope.project.currency)
  const withRefunds = (word: SearchWord) => {
    const { others, ...fields } = fieldsOf(word)
    const own = readAmount(word.text, scope.project.currency)
    // For a text that is only an amount, the refunds themselves are selected below.
    const byAmount =
      own === null || amount !== null ? [] : [selectByAmount(scope, 'payment_id AS id', own, MOST_READ)]
    return { ...fields, others: [...others, ...byAmount] }
  }
  const searched = { ...listing, keep: HAS_REFUND }
  const payments = await findIdsByPrefix(sql, searched, wanted, withRefunds, MOST_READ)
  const paymentIds = payments.items
  const most = MOST_FOUND + 1
  const parts: { text: string; values: Values }[] = [
    ...(paymentIds.length > 0
      ? [
          {
            text: `SELECT id FROM refunds FORCE INDEX (refunds_payment) WHERE payment_id IN (?) ORDER BY id DESC LIMIT ${most}`,
            values: [paymentIds],
          },
        ]
      : []),
    ...(amount === null ? [] : [selectByAmount(scope, 'id', amount, most)]),
  ]
  if (parts.length === 0) return { items: [], isCut: payments.isCut }
  const found = await sql.rows<{ id: number }>(
    `${parts.map(({ text }) => `(${text})`).join(' UNION ')} ORDER BY id DESC LIMIT ${most}`,
    parts.flatMap(({ values }) => values),
  )
  const ids = found.slice(0, MOST_FOUND).map(({ id }) => id)
  const select = `${REFUND_SELECT} WHERE id IN (?) ORDER BY id DESC`
  const rows = ids.length === 0 ? [] : await sql.rows<RefundRow>(select, [ids])
  return { items: rows.map(serializeRefund), isCut: payments.isCut || found.length > MOST_FOUND }
}

/** Returns the statement that selects the newest refunds of an amount. */
function selectByAmount({ project, isTest }: Scope, column: string, amount: number, most: number): Bound {
  const { text, values } = where(equal({ project_id: project.id, is_test: isTest, amount }))
  return {
    text: `SELECT ${column} FROM refunds FORCE INDEX (refunds_amount) WHERE ${text} ORDER BY refunds.id DESC LIMIT ${most}`,
    values,
  }
}
