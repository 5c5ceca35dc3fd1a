import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import type { Presenter } from '../kit/presenter.ts'

type Named = Pick<CustomerObject, 'id' | 'name' | 'email' | 'phone' | 'client_reference_id'>

/** Returns the name of a customer, or what else is known. */
export function customerName(customer: Named, { t }: Pick<Presenter, 't'>): string {
  const { id, name, email, phone, client_reference_id: reference } = customer
  return name ?? email ?? phone ?? reference ?? t('dashboard.customers.customer', { id })
}
