import type { AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import type { CustomerChanges, CustomerObject } from '../../../common/domain/customers/object.ts'
import type { InvoiceChanges } from '../../../common/domain/invoices/input.ts'
import type { InvoiceObject } from '../../../common/domain/invoices/object.ts'
import type { MemberObject } from '../../../common/domain/members/object.ts'
import { PASSKEY_FIELD } from '../../../common/domain/members/passkey.ts'
import { ROLES } from '../../../common/domain/members/role.ts'
import type { PaymentLinkChanges } from '../../../common/domain/payment-links/input.ts'
import type { PaymentLinkObject } from '../../../common/domain/payment-links/object.ts'
import type { PriceChanges } from '../../../common/domain/prices/input.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import type { ProductChanges, ProductObject } from '../../../common/domain/products/object.ts'
import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import type { PromotionCodeChanges } from '../../../common/domain/promotion-codes/input.ts'
import type { PromotionCodeObject } from '../../../common/domain/promotion-codes/object.ts'
import type { EndpointChanges } from '../../../common/domain/webhooks/endpoints/input.ts'
import type { EndpointObject } from '../../../common/domain/webhooks/endpoints/object.ts'
import type { FieldChange, FieldValue } from '../../../common/kit/field-changes.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { cut, lengthOf } from '../../../common/kit/text.ts'
import { settingsForms } from '../../../common/methods/all.ts'
import { MODES } from '../../../common/methods/settings.ts'
import type { ProjectChanges } from '../../../common/services/projects/update.ts'
import type { Presenter } from '../kit/presenter.ts'

/** The fields of an object in the API that a PATCH changes. */
type Changeable<Of, Changes> = Extract<keyof Of & keyof Changes, string>

/** The fields that people change, by their names in the audit log. A payment method's form has the labels of its settings. */
type AuditedField =
  | Changeable<CustomerObject, CustomerChanges>
  | Changeable<EndpointObject, EndpointChanges>
  | Changeable<InvoiceObject, InvoiceChanges>
  | Extract<keyof MemberObject, 'name' | 'role'>
  | Changeable<PaymentLinkObject, PaymentLinkChanges>
  | Changeable<PriceObject, PriceChanges>
  | Changeable<ProductObject, ProductChanges>
  | Changeable<PromotionCodeObject, PromotionCodeChanges>
  | Exclude<Changeable<ProjectObject, ProjectChanges>, 'notifications' | 'payment_methods'>
  | `notifications.${keyof ProjectObject['notifications']}`
  | Extract<keyof EndpointObject, 'secret'>
  | typeof PASSKEY_FIELD

/** The labels of fields, as their forms have them. Null for a field without a form: it is shown by its name in the API. */
const LABELS: Readonly<Record<AuditedField, SentenceKey | null>> = {
  active: 'audit.field.active',
  address: 'dashboard.settings.address',
  allow_promotion_codes: 'dashboard.sell.allow_promotion_codes',
  amount: 'order.amount',
  cancel_url: null,
  client_reference_id: 'dashboard.customers.reference',
  color: 'dashboard.settings.color',
  combinable: 'dashboard.codes.combinable',
  country: 'dashboard.settings.country',
  currency: 'dashboard.settings.currency',
  custom_fields: 'dashboard.payment_links.questions',
  customer_email: 'pay.email',
  customer_id: 'decide.payer',
  delivery_address_collection: 'dashboard.sell.delivery_address_collection',
  description: 'dashboard.products.description',
  due_date: 'dashboard.invoices.due',
  email: 'dashboard.settings.email',
  email_collection: 'dashboard.sell.email_collection',
  ends_at: 'dashboard.payment_links.ends',
  events: 'dashboard.webhooks.events',
  expires_at: 'dashboard.codes.ends',
  grace_period_days: 'dashboard.products.grace',
  image_url: 'dashboard.products.picture',
  invoice_prefix: 'dashboard.settings.invoice_prefix',
  items: 'audit.field.items',
  legal_name: 'dashboard.settings.legal_name',
  locale: 'dashboard.settings.locale',
  logo_url: 'dashboard.settings.logo',
  lookup_key: 'dashboard.prices.key',
  max_redemptions: 'dashboard.codes.most',
  max_redemptions_per_customer: 'dashboard.codes.per_customer',
  max_sales: 'dashboard.payment_links.max_sales',
  metadata: null,
  minimum_amount: 'dashboard.codes.minimum',
  name: 'dashboard.customers.name',
  'notifications.cancellation': 'dashboard.settings.email_cancellation',
  'notifications.sale': 'dashboard.settings.email_sale',
  [PASSKEY_FIELD]: 'email.passkey_added.name',
  payment_method_order: 'audit.field.method_order',
  phone: 'audit.field.phone',
  phone_number_collection: 'dashboard.sell.phone_number_collection',
  plan: null,
  portal: 'dashboard.prices.portal',
  registration_number: 'dashboard.settings.registration_number',
  role: 'dashboard.members.role',
  secret: 'dashboard.webhooks.secret',
  signature_header: 'dashboard.webhooks.header',
  starts_at: 'dashboard.codes.starts',
  success_url: null,
  support_phone: 'dashboard.settings.support_phone',
  terms_url: 'dashboard.settings.terms_url',
  thank_you_text: 'dashboard.payment_links.thanks',
  timezone: 'dashboard.settings.timezone',
  url: 'dashboard.webhooks.url',
  website_url: 'dashboard.settings.website_url',
}

/** The fields with amounts of money. */
const AMOUNTS: ReadonlySet<string> = new Set(['invoice.amount', 'promotion_code.minimum_amount'])

/** More characters of a value are not shown. */
const LONGEST = 80

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Returns what changed, a line for each field: `Name: Tea → Green tea`. The sentence says the amounts of a payment. */
export function changedLines({ object, changes }: AuditEntryObject, presenter: Presenter): string[] {
  const { t } = presenter
  if (object === 'payment') return []
  return (changes ?? []).map((change) => {
    const field = labelOf(change, presenter)
    if (change.to === undefined) return t('audit.changed', { field })
    const isRole = object === 'member' && change.field === 'role'
    const isMoney = AMOUNTS.has(`${object}.${change.field}`)
    const shown = (value: FieldValue = null) => {
      if (isMoney && typeof value === 'number') return presenter.money(value)
      return isRole ? roleText(value, presenter) : textOf(value, presenter)
    }
    return t('audit.changed_to', { field, from: shown(change.from), to: shown(change.to) })
  })
}

function labelOf({ field }: FieldChange, { t }: Presenter): string {
  const [group, method, ...rest] = field.split('.')
  if (group !== 'payment_methods') {
    const key = (LABELS as Readonly<Record<string, SentenceKey | null>>)[field] ?? null
    return key === null ? field : t(key)
  }
  const form = settingsForms.find(({ name }) => name === method)
  const name = rest.at(-1)!
  const own = form?.fields[name]?.label
  const label = own ? t(own) : name === 'enabled' ? t('dashboard.settings.enabled') : name
  const [mode] = MODES.filter((one) => one === rest[0])
  return mode ? `${label} (${t(`dashboard.mode.${mode}`)})` : label
}

function roleText(value: FieldValue, { t }: Presenter): string {
  const role = ROLES.find((one) => one === value)
  return role ? t(`dashboard.members.role_${role}`) : '–'
}

function textOf(value: FieldValue, presenter: Presenter): string {
  if (typeof value === 'boolean') return presenter.t(value ? 'audit.yes' : 'audit.no')
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  if (text === '') return '–'
  if (TIME.test(text)) return presenter.time(text)
  return lengthOf(text) > LONGEST ? `${cut(text, LONGEST - 1)}…` : text
}
