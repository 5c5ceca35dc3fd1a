import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { trialEnd } from '../../domain/subscriptions/calendar.ts'
import type { Locale } from '../../kit/format.ts'
import type { LinkedTrial } from '../links/trial.ts'
import { findPrice } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'

/** The trial that a link offers to its customer, and whether it can start now. */
export interface TrialOffer {
  price: PriceObject
  days: number
  /**
   * `started`: the trial runs. `subscribed`: the customer has the product otherwise. `used`: they had a trial of it
   * before. `unsold`: the price or its product is archived.
   */
  state: 'open' | 'started' | 'subscribed' | 'used' | 'unsold'
  /** The end of the running trial, or of one that starts now. */
  endsAt: Date
  /** The customer's language, if known. */
  locale: Locale | null
}

interface Row {
  locale: Locale | null
  now: Date | null
  held: number
  tried: number
  trial_ends_at: Date | null
}

/**
 * Returns the offer of a link, or null without its price or customer. `startTrialForCustomer` checks the same again, with
 * locks.
 */
export async function findTrialOffer(
  sql: Sql,
  scope: Scope,
  { customerId, priceId, days }: LinkedTrial,
  now: Date,
): Promise<TrialOffer | null> {
  const price = await findPrice(sql, scope, priceId)
  if (!price) return null
  const keys = [scope.project.id, scope.isTest, customerId, price.product_id]
  const row = await sql.row<Row>(
    `SELECT customer.locale, clock.frozen_time AS now, hold.subscription_id IS NOT NULL AS held,
       trial.subscription_id IS NOT NULL AS tried, running.trial_ends_at
     FROM customers customer
     LEFT JOIN test_clocks clock ON clock.id = customer.test_clock_id
     LEFT JOIN holds hold ON hold.project_id = ? AND hold.is_test = ? AND hold.customer_id = ? AND hold.product_id = ?
     LEFT JOIN trials trial ON trial.project_id = ? AND trial.is_test = ? AND trial.customer_id = ? AND trial.product_id = ?
     LEFT JOIN subscriptions running ON running.id = trial.subscription_id AND running.status = 'trialing'
     WHERE customer.id = ? AND customer.deleted_at IS NULL`,
    [...keys, ...keys, customerId],
  )
  if (!row) return null
  return {
    price,
    days,
    state: stateOf(row, price),
    endsAt: row.trial_ends_at ?? trialEnd(row.now ?? now, days, scope.project.timezone),
    locale: row.locale,
  }
}

function stateOf({ trial_ends_at: running, held, tried }: Row, price: PriceObject): TrialOffer['state'] {
  if (running) return 'started'
  if (held) return 'subscribed'
  if (tried) return 'used'
  return price.active && price.product.active ? 'open' : 'unsold'
}
