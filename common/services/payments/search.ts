import { type Fields, findByPrefix } from '../../../db/find-by-prefix.ts'
import { type Bound, type Condition, equal, where } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { type Found, MOST_FOUND, type SearchText, type SearchWord } from '../../kit/wanted.ts'
import type { Scope } from '../projects/project.ts'
import { findPayments } from './list.ts'

/**
 * Finds payments by the beginning of their reference, email, phone or payer's name; by their amount; and by the number of
 * their invoice or receipt.
 */
export async function searchPayments(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
  now: Date,
): Promise<Found<PaymentObject>> {
  const { listing, fieldsOf } = paymentSearch(scope)
  return findByPrefix(sql, listing, wanted, fieldsOf, MOST_FOUND, (ids) => findPayments(sql, ids, now))
}

/** Returns how the payments of a project and mode are searched. */
export function paymentSearch(scope: Scope) {
  const conditions = equal({ project_id: scope.project.id, is_test: scope.isTest })
  const fieldsOf = ({ text, phone }: SearchWord) => {
    const amount = readAmount(text, scope.project.currency)
    return {
      prefixes: [
        ['reference', text],
        ['customer_email', text],
        ['phone_number', phone],
        ['payer_name', text],
      ],
      later: [['payer_name_from_word_2', text]],
      exact: amount === null ? null : { index: 'payments_amount', condition: ['amount = ?', amount] },
      others: [
        ofPayable(conditions, 'checkout', 'receipt_number', text),
        ofPayable(conditions, 'invoice', 'receipt_number', text),
        ofPayable(conditions, 'invoice', 'number', text.toUpperCase()),
      ],
    } satisfies Fields
  }
  return { listing: { table: 'payments', conditions }, fieldsOf }
}

/** Selects the payments of the checkout or invoice with this number. Attempts that were given up do not count. */
function ofPayable(
  own: readonly Condition[],
  type: 'checkout' | 'invoice',
  column: 'receipt_number' | 'number',
  number: string,
): Bound {
  const { text, values } = where([...own, [`${column} = ?`, number]])
  return {
    text: `SELECT payment.id FROM (SELECT id FROM ${type}s WHERE ${text} LIMIT 1) payable
      JOIN payments payment ON payment.payable_type = '${type}' AND payment.payable_id = payable.id
      WHERE payment.status IN ('pending', 'paid', 'refund_required', 'refunded')`,
    values,
  }
}
