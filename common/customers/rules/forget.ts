/** Fields that tell who somebody is, wherever they stand in an object of ours. */
const PERSONAL = new Set([
  'cancellation_details',
  'customer_email',
  'customer_name',
  'customer_phone',
  'delivery_address',
  'email',
  'phone',
  'phone_number',
])

/** The same object without what it says of its customer: those fields are null, answers too. */
export function withoutPerson(value: unknown, field?: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => withoutPerson(element, field))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      isPersonal(key, field) ? [key, null] : [key, withoutPerson(inner, key)],
    ),
  )
}

/** A merchant's own `metadata` on money records stays, and so does how to reach the merchant. */
function isPersonal(key: string, field: string | undefined): boolean {
  if (field === 'metadata' || field === 'project') return false
  return (
    PERSONAL.has(key) ||
    (field === 'customer' && key === 'name') ||
    (field === 'custom_fields' && key === 'value')
  )
}
