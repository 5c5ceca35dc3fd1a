import { type Picture, THUMB_BOX } from '../../../common/domain/images/picture.ts'
import { pictureView } from '../../pages/frame.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type TableSum, type TableView, withSums } from '../kit/table.ts'

/** A line of an order, in words. */
export interface OrderLine {
  name: string
  picture: Picture | null
  /** The customer's choice, such as the range of quantities; null without one. */
  hint: string | null
  /** The price of one, and how many; null if the price is gone. */
  each: string | null
  amount: string
}

/** Returns the lines of an order as a table, with what is taken off and the total below them. */
export function orderTable(
  lines: readonly OrderLine[],
  sums: readonly TableSum[],
  presenter: Presenter,
): TableView {
  const isPictured = lines.some(({ picture }) => picture !== null)
  const columns: Column<OrderLine>[] = [
    {
      label: 'dashboard.checkouts.item',
      kind: 'what',
      cell: ({ name, hint, picture }) => ({
        ...{ text: name, hint },
        ...(isPictured && { picture: pictureView(picture, THUMB_BOX) }),
      }),
    },
    { label: 'dashboard.prices.price', kind: 'each', cell: ({ each }) => each },
    { label: 'order.amount', kind: 'money', cell: ({ amount }) => amount },
  ]
  const label = presenter.t('dashboard.checkouts.items')
  return withSums(tableOf(lines, columns, presenter, { label }), sums)
}
