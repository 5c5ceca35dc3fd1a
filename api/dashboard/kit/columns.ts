import type { Amount } from '../../../common/kit/money.ts'
import type { Column } from './table.ts'

/** Returns the first column of objects with an amount: it leads to the object. */
export function amountColumn<Item extends { currency: string }>(
  amountOf: (item: Item) => Amount,
): Column<Item> {
  return {
    ...{ label: 'order.amount', kind: 'what', isAmount: true },
    cell: (item, presenter) => presenter.money(amountOf(item), item.currency),
  }
}

/**
 * Returns the column of the customer, which leads to their page if they have one. The merchant's own reference is the hint, unless
 * it has a column of its own.
 */
export function customerColumn<
  Item extends { customer_id: number | null; client_reference_id?: string | null },
>(nameOf: (item: Item) => string | null, { hasReference = true } = {}): Column<Item> {
  return {
    ...{ label: 'decide.payer', kind: 'who' },
    cell: (item, presenter) => {
      const { customer_id: id, client_reference_id: own = null } = item
      const reference = hasReference ? own : null
      const name = nameOf(item)
      if (id === null) return { text: name ?? '', hint: reference }
      const href = presenter.page(`/customers/${id}`)
      if (name !== null) return { text: name, hint: reference, href }
      return { text: reference ?? presenter.t('dashboard.customers.customer', { id }), href }
    },
  }
}

/** Returns the columns for the page of one customer, who needs no column there. */
export function withoutCustomer<Item>(columns: readonly Column<Item>[]): Column<Item>[] {
  return columns.filter(({ kind }) => kind !== 'who')
}
