import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Row } from '../../pages/kit/row.ts'
import type { Presenter } from '../kit/presenter.ts'

/**
 * Returns who pays as a fact that leads to their page. A guest has none: a link leads to all payments of their address.
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
  return [
    {
      ...{ label, text: email, hint: t('dashboard.payments.of_address') },
      hintHref: presenter.page('/payments', { q: email }),
    },
  ]
}
