import { expect } from 'chai'
import { eventObjects, type ObjectType } from '../../common/domain/events/types.ts'
import type { ValueFate } from '../../common/kit/shape.ts'
import { eventFates } from '../../common/services/erasures/fates.ts'

/** Returns the paths of the properties with this fate. */
function pathsOf(fates: ValueFate, wanted: ValueFate, before = ''): string[] {
  if (typeof fates === 'string') return fates === wanted ? [before] : []
  return Object.entries(fates).flatMap(([name, fate]) =>
    pathsOf(fate!, wanted, before === '' ? name : `${before}.${name}`),
  )
}

/** A new property must be added here, so that its fate is read in review. */
const FATES: Readonly<Record<ObjectType, { kept: string; erased: string }>> = {
  checkout: {
    kept: `
      id url project_id status mode is_test currency amount_subtotal amount_total credit_amount
      client_reference_id customer_id customer.id customer.client_reference_id is_guest subscription_id
      payment_link_id items.id items.checkout_id items.price_id items.name items.price_name
      items.description items.quantity items.unit_amount items.amount_unit items.amount_subtotal
      items.amount_total items.adjustable_quantity items.price items.product items.created_at
      items.updated_at discounts promotion_codes coupon_codes custom_fields.key custom_fields.label
      custom_fields.type custom_fields.optional custom_fields.dropdown allow_promotion_codes
      email_collection phone_number_collection delivery_address_collection locale success_url cancel_url
      payment_method paid_at receipt_number receipt_id metadata expires_at created_at updated_at`,
    erased: `
      customer.name customer.email customer.phone customer_email custom_fields.value phone_number
      delivery_address`,
  },
  subscription: {
    kept: `
      id status entitled project_id customer_id product_id price_id current_period_start
      current_period_end trial_ends_at canceled_at ended_at cancellation_reason scheduled_price_id is_test
      customer.id customer.client_reference_id price product metadata created_at updated_at days_before`,
    erased: 'cancellation_details customer.name customer.email customer.phone',
  },
  payment: {
    kept: `
      id project_id method driver status amount amount_received received_currency amount_refunded
      amount_to_refund currency reference bank_name account_number account_holder claimed_at expires_at
      failure_code failure_message verified_by refunds.id refunds.project_id refunds.payment_id
      refunds.amount refunds.currency refunds.status refunds.reason refunds.failure_message
      refunds.is_test refunds.created_at refunds.updated_at payable client_reference_id customer_id
      is_test created_at updated_at discrepancy`,
    erased: 'refunds.note customer_email phone_number payer_name',
  },
  invoice: {
    kept: `
      id project_id status number amount currency description client_reference_id customer_id due_date
      sent_at url success_url cancel_url locale payment_method paid_at receipt_number metadata is_test
      created_at updated_at`,
    erased: 'customer_email sent_to',
  },
  test: {
    kept: 'id object url message',
    erased: '',
  },
}

describe('the fates of event payloads at an erasure', () => {
  for (const object of eventObjects)
    it(`are as listed for every property: ${object}`, () => {
      for (const fate of ['kept', 'erased'] as const)
        expect(pathsOf(eventFates[object], fate), fate).to.have.members(
          FATES[object][fate].match(/\S+/g) ?? [],
        )
    })
})
