import type { Migration } from './migration.ts'

/**
 * Refunds reduce the value of the period that their payment bought. `credited_to` is the checkout of the plan change that
 * used a segment as credit, `sold_until` is the end of the segment before that. Both are needed to compute the part of the
 * credit that a refund removes. `removed_at`: the segment was refunded before it began.
 */
export const refundedSegments: Migration[] = [
  {
    name: '3201-segments-credited-to',
    sql: `ALTER TABLE segments ADD COLUMN credited_to BIGINT UNSIGNED, ADD COLUMN sold_until DATETIME(6),
      ADD COLUMN removed_at DATETIME(6), ADD KEY segments_credited (credited_to)`,
  },
  {
    // Earlier refunds count as well. This may run again: it sets values and never increments one.
    name: '3202-refunded-values',
    sql: `UPDATE segments segment
      JOIN checkouts checkout ON checkout.id = segment.checkout_id
      JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = segment.checkout_id
        AND payment.paid_at IS NOT NULL
      JOIN (SELECT DISTINCT payment_id FROM refunds WHERE status <> 'failed') refunded ON refunded.payment_id = payment.id
      SET segment.value = LEAST(segment.value, checkout.credit_amount + IF(payment.status = 'refund_required', 0,
        GREATEST(0, LEAST(payment.amount,
          COALESCE(payment.amount_received, payment.amount) - CAST(payment.amount_refunded AS SIGNED)))))`,
  },
]
