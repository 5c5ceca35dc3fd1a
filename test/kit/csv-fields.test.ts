import { expect } from 'chai'
import { auditCsv } from '../../common/domain/audit-log/csv.ts'
import { auditEntryProperties } from '../../common/domain/audit-log/object.ts'
import { checkoutCsv } from '../../common/domain/checkouts/csv.ts'
import { checkout, checkoutProperties } from '../../common/domain/checkouts/object.ts'
import { customerCsv } from '../../common/domain/customers/csv.ts'
import { customerProperties } from '../../common/domain/customers/object.ts'
import { invoiceCsv } from '../../common/domain/invoices/csv.ts'
import { invoiceProperties } from '../../common/domain/invoices/object.ts'
import { paymentLinkCsv } from '../../common/domain/payment-links/csv.ts'
import { paymentLinkProperties } from '../../common/domain/payment-links/object.ts'
import { paymentCsv } from '../../common/domain/payments/csv.ts'
import { paymentProperties } from '../../common/domain/payments/object.ts'
import { priceCsv } from '../../common/domain/prices/csv.ts'
import { priceProperties } from '../../common/domain/prices/object.ts'
import { productCsv } from '../../common/domain/products/csv.ts'
import { productProperties } from '../../common/domain/products/object.ts'
import { promotionCodeCsv } from '../../common/domain/promotion-codes/csv.ts'
import { promotionCodeProperties } from '../../common/domain/promotion-codes/object.ts'
import { refundCsv } from '../../common/domain/refunds/csv.ts'
import { refundProperties } from '../../common/domain/refunds/object.ts'
import { subscriptionCsv } from '../../common/domain/subscriptions/csv.ts'
import { subscriptionProperties } from '../../common/domain/subscriptions/object.ts'
import { deliveryCsv } from '../../common/domain/webhooks/deliveries/csv.ts'
import { deliveryProperties } from '../../common/domain/webhooks/deliveries/object.ts'
import { csvLine } from '../../common/kit/csv.ts'

interface File {
  columns: readonly { name: string }[]
  properties: object
  /** Fields without a column of their own name. */
  without: string[]
}

/** The same in each row of a file, or more than one value. */
const NOWHERE = ['project_id', 'is_test', 'metadata']

/** Settings of a page say nothing about a sale. */
const COLLECTED = [
  'allow_promotion_codes',
  'email_collection',
  'phone_number_collection',
  'delivery_address_collection',
]
const RETURN = ['success_url', 'cancel_url', 'locale']

const files: Record<string, File> = {
  'audit log': { columns: auditCsv, properties: auditEntryProperties, without: [] },
  checkouts: {
    columns: checkoutCsv,
    properties: checkoutProperties,
    // The receipt has a number, a discount its code, and the customer a name.
    without: [...COLLECTED, ...RETURN, 'customer', 'is_guest', 'discounts', 'coupon_codes', 'receipt_id'],
  },
  customers: { columns: customerCsv, properties: customerProperties, without: ['test_clock_id'] },
  invoices: { columns: invoiceCsv, properties: invoiceProperties, without: [...RETURN, 'sent_to'] },
  'payment links': {
    columns: paymentLinkCsv,
    properties: paymentLinkProperties,
    // The status says whether the link is active.
    without: [...COLLECTED, 'active', 'custom_fields', 'locale', 'success_url', 'thank_you_text'],
  },
  payments: {
    columns: paymentCsv,
    properties: paymentProperties,
    // `driver` is the method, `payable` is in three columns, and refunds have a file.
    without: ['driver', 'account_holder', 'refunds', 'payable'],
  },
  prices: { columns: priceCsv, properties: priceProperties, without: [] },
  products: { columns: productCsv, properties: productProperties, without: [] },
  'promotion codes': { columns: promotionCodeCsv, properties: promotionCodeProperties, without: [] },
  refunds: { columns: refundCsv, properties: refundProperties, without: [] },
  subscriptions: {
    columns: subscriptionCsv,
    properties: subscriptionProperties,
    // Each is in columns of its own.
    without: ['cancellation_details', 'customer', 'price', 'product'],
  },
  deliveries: { columns: deliveryCsv, properties: deliveryProperties, without: ['updated_at'] },
}

for (const [name, { columns, properties, without }] of Object.entries(files))
  describe(`the CSV file of ${name}`, () => {
    it('has a column for each field, except those that are listed', () => {
      const named = new Set(columns.map((column) => column.name))
      const missing = Object.keys(properties).filter((field) => !named.has(field) && !NOWHERE.includes(field))
      expect(missing).to.have.members(without)
    })
  })

describe('a line of the file of checkouts', () => {
  it('has the delivery address and the answers, each in one cell', () => {
    const example = {
      ...checkout.example,
      delivery_address: { line1: 'Peace Avenue 1', city: 'Ulaanbaatar', country: 'MN', note: 'Ring twice' },
      custom_fields: ['S', null].map((value, index) => ({
        ...{ key: `size${index}`, label: `Size ${index}`, type: 'text' as const },
        ...{ optional: true, dropdown: null, value },
      })),
    }
    expect(csvLine(checkoutCsv, example, 'Asia/Ulaanbaatar')).to.include(
      '"Peace Avenue 1, Ulaanbaatar, Mongolia",Ring twice,Size 0: S,',
    )
  })
})
