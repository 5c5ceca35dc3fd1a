import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { PaymentLinkObject } from '../../domain/payment-links/object.ts'
import { ofColumns } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { type PaymentLinkRow, serializePaymentLink } from './rows.ts'

export interface PaymentLinkFilter extends ListQuery {
  active?: boolean
}

const INDEXES: readonly ListIndex[] = [
  { name: 'payment_links_list', of: [] },
  { name: 'payment_links_active', of: ['active'] },
]

/** Lists the payment links of this project and mode, newest first. */
export function listPaymentLinks(
  sql: Sql,
  scope: Scope,
  { active, ...query }: PaymentLinkFilter,
  now: Date,
): Promise<Page<PaymentLinkObject>> {
  const list = { table: 'payment_links', scope, filters: ofColumns({ active }), indexes: INDEXES }
  return listPage(sql, { ...list, byTime: 'payment_links_created' }, query, async (ids) => {
    const rows = await sql.rows<PaymentLinkRow>('SELECT * FROM payment_links WHERE id IN (?)', [ids])
    return rows.map((row) => serializePaymentLink(row, now))
  })
}
