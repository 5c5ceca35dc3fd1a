import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Row } from '../../pages/kit/row.ts'
import type { Presenter } from '../kit/presenter.ts'

/**
 * Returns who pays as a fact that leads to their page. A guest has none: their address leads to all of its payments.
 * `name` is the text for a customer.
 */
export function payerRow(
  { customer_id: id, customer_email: email }: Pick<PaymentObject, 'customer_id' | 'customer_email'>,
  name: string | null | undefined,
  presenter: Presenter,
): Row[] {
  const { t } = presenter
  const label = t('decide.payer')
  if (id !== null) {
    const text = name ?? email ?? t('dashboard.customers.customer', { id })
    return [{ label, text, href: presenter.page(`/customers/${id}`) }]
  }
  if (email === null) return []
  return [{ label, text: email, href: presenter.page('/payments', { q: email }) }]
}
