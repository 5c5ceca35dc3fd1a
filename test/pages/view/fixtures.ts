import type { CheckoutPageInput } from '../../../api/pages/checkout/view.ts'
import { checkoutSummary } from '../../../api/pages/decision/summary.ts'
import type { DecisionPageInput } from '../../../api/pages/decision/view.ts'
import type { InvoicePageInput, InvoicePageObject } from '../../../api/pages/invoice/page-input.ts'
import type {
  CheckoutItemObject,
  CheckoutObject,
  CustomFieldObject,
} from '../../../common/domain/checkouts/object.ts'
import { payment as examplePayment, type PaymentObject } from '../../../common/domain/payments/object.ts'
import { price } from '../../../common/domain/prices/object.ts'
import { product } from '../../../common/domain/products/object.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { checkoutLike, itemOf } from '../../../dev/emails/orders.ts'

const AT = '2026-08-12T11:04:00.000000Z'

export const project: Project = {
  id: 1,
  name: 'Номын өлгий',
  currency: 'MNT',
  timezone: 'Asia/Ulaanbaatar',
  locale: 'mn',
  country: 'MN',
  plan: 'starter',
  email: 'hello@nomynulgii.example',
  supportPhone: '+976 7711 2233',
  legalName: 'Номын өлгий ХХК',
  registrationNumber: '5123456',
  address: 'Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо',
  termsUrl: 'https://nomynulgii.example/terms',
  websiteUrl: null,
  logoUrl: null,
  logo: null,
  color: '#0a7d5a',
  invoicePrefix: 'NU',
  notifications: { sale: false, cancellation: false },
  paymentMethodOrder: [],
  paymentSettings: {
    bank_transfer: {
      enabled: true,
      bank_name: 'Хаан банк',
      account_number: '5012 345 678',
      account_holder: 'Номын өлгий ХХК',
    },
  },
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
}

export { itemOf as item }

/** Returns the same item with an adjustable quantity. */
export function adjustable(base: CheckoutItemObject, id: number, min = 1, max = 99): CheckoutItemObject {
  return { ...base, id, adjustable_quantity: { enabled: true, min, max } }
}

export const questions: CustomFieldObject[] = [
  { key: 'ner', label: 'Номон дээр бичих нэр', type: 'text', optional: false, dropdown: null, value: null },
  { key: 'age', label: 'Уншигчийн нас', type: 'numeric', optional: true, dropdown: null, value: null },
  {
    key: 'wrapping',
    label: 'Gift wrapping',
    type: 'dropdown',
    optional: false,
    dropdown: {
      options: [
        { label: 'Without', value: 'without' },
        { label: 'Felt pouch', value: 'felt_pouch' },
      ],
    },
    value: null,
  },
]

/** All settings for what a checkout can ask. */
export const asksAll: Partial<CheckoutObject> = {
  phone_number_collection: true,
  delivery_address_collection: true,
  allow_promotion_codes: true,
  custom_fields: questions,
}

export function checkout(fields: Partial<CheckoutObject> = {}): CheckoutObject {
  return checkoutLike({
    ...{ id: 41, url: 'https://pay.example/checkout/41/s3cret', client_reference_id: 'order-1009' },
    items: [itemOf('Атлас: Монголын нууц товчоо', 25_000)],
    success_url: 'https://nomynulgii.example/thanks?order=1009&from=checkout',
    cancel_url: 'https://nomynulgii.example/cart',
    ...{ expires_at: '2026-10-12T11:04:00.000000Z', created_at: AT, updated_at: AT },
    ...fields,
  })
}

export function payment(fields: Partial<PaymentObject> = {}): PaymentObject {
  return examplePayment.like({
    ...{ id: 7, status: 'started', reference: '482913', customer_email: null },
    ...{ bank_name: 'Хаан банк', account_number: '5012 345 678', account_holder: 'Номын өлгий ХХК' },
    ...{ claimed_at: null, expires_at: '2026-08-13T11:04:00.000000Z', created_at: AT, updated_at: AT },
    payable: {
      ...{ type: 'checkout', id: 41, number: null, status: 'open' },
      url: 'https://pay.example/checkout/41/s3cret',
    },
    ...fields,
  })
}

export function page(fields: Partial<CheckoutPageInput> = {}): CheckoutPageInput {
  return {
    project,
    checkout: checkout(),
    payment: null,
    methods: ['test', 'bank_transfer'],
    locale: 'en',
    now: new Date('2026-08-12T11:10:00Z'),
    formToken: 't0ken',
    typed: {},
    errors: {},
    show: 'auto',
    ...fields,
  }
}

/** Returns an item for `quantity` months of a plan. */
export function monthly(name: string, unitAmount: number, quantity = 1): CheckoutItemObject {
  const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
  return {
    ...itemOf(name, unitAmount, quantity),
    price_id: 3,
    price: price.like({
      ...{ id: 3, product_id: 2, unit_amount: unitAmount, lookup_key: null, ...times },
      product: product.like({ id: 2, name, client_reference_id: null, grace_period_days: 0, ...times }),
    }),
  }
}

export function invoice(fields: Partial<InvoicePageObject> = {}): InvoicePageObject {
  return {
    id: 12,
    number: 'NU-0007',
    status: 'open',
    amount: 180_000,
    currency: 'MNT',
    description: 'Номын тавиурын урьдчилгаа, 2 ширхэг',
    due_date: '2026-08-13T11:04:00.000000Z',
    created_at: '2026-08-10T03:00:00.000000Z',
    url: 'https://pay.example/i/12/s3cret',
    success_url: null,
    cancel_url: null,
    client_reference_id: null,
    is_test: true,
    customer_email: null,
    receipt_number: null,
    paid_at: null,
    payment_method: null,
    ...fields,
  }
}

export function invoicePage(fields: Partial<InvoicePageInput> = {}): InvoicePageInput {
  const { checkout: _, ...input } = page()
  return { ...input, invoice: invoice(), ...fields }
}

export function decisionPage(fields: Partial<DecisionPageInput> = {}): DecisionPageInput {
  const { locale = 'en' } = fields
  return {
    project,
    payment: payment({
      status: 'pending',
      claimed_at: '2026-08-12T11:04:00.000000Z',
      expires_at: '2026-08-15T11:04:00.000000Z',
      customer_email: 'saraa@example.mn',
      phone_number: '+97699112233',
    }),
    summary: checkoutSummary(checkout(), locale),
    state: 'decide',
    locale,
    formToken: 't0ken',
    typed: {},
    errors: {},
    daysLeft: 2,
    opensAgain: true,
    canConfirmAfterAll: false,
    answer: null,
    ...fields,
  }
}
