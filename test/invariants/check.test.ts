import { expect } from 'chai'
import { later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { checkInvariants, type InvariantName } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { at, givenJune } from '../support/given/club.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'

async function givenPaidCheckout() {
  const shop = await givenMerchant()
  await shop.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' }).expect(201)
  const code = { code: 'TEA', type: 'order_total', percent_off: 10 }
  await shop.post('/promotion-codes', code).expect(201)
  const { body } = await shop.post('/checkouts', { ...tea(), allow_promotion_codes: true })
  const { id, url } = body.data as { id: number; url: string }
  const customer = new Customer(url)
  await customer.press('apply_code', { promotion_code: 'TEA' })
  await customer.pay()
  return { shop, id }
}

async function findViolations(now = new Date()): Promise<Partial<Record<InvariantName, number>>> {
  const found = await onConnection((sql) => checkInvariants(sql, { now }))
  return Object.fromEntries(found.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
}

function run(text: string, values: (string | number | Date)[] = []): Promise<unknown> {
  return onConnection((sql) => sql.run(text, values))
}

/** Each test causes a violation, detects it and fixes it, so that the next one is detected alone. */
describe('the invariants', () => {
  let id: number
  let shopId: number

  before(async () => {
    const paid = await givenPaidCheckout()
    id = paid.id
    shopId = paid.shop.projectId
    // Other tests of this process may have left due rows.
    await run('DELETE FROM timers')
    await run('DELETE FROM webhook_deliveries WHERE project_id <> ?', [shopId])
    await run("UPDATE emails SET status = 'sent'")
    await run("UPDATE image_copies SET status = 'copied'")
  })

  it('hold for a paid checkout with a code and an endpoint', async () => {
    expect(await findViolations()).to.deep.equal({})
  })

  function subscribe(status: string): Promise<unknown> {
    return run(
      `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
         current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
       VALUES (?, 1, 7, 7, 7, ?, NOW(6), NOW(6), '2026-01-01', 0, NOW(6), NOW(6), NOW(6))`,
      [shopId, status],
    )
  }

  /** Inserts rows as if the shop's payments belonged to a provider. */
  function insertProviderPayments(step: string): Promise<unknown> {
    return run(
      `INSERT INTO provider_payments (payment_id, project_id, is_test, method, step, step_since, deadline, created_at)
       SELECT id, project_id, is_test, method, ?, NOW(6), NOW(6), NOW(6) FROM payments WHERE project_id = ?`,
      [step, shopId],
    )
  }

  const faults: [
    name: InvariantName,
    because: string,
    cause: () => Promise<unknown>,
    fix: () => Promise<unknown>,
  ][] = [
    [
      'completed_once',
      'a completed checkout has no event',
      () => run("UPDATE events SET type = 'test' WHERE object = 'checkout' AND object_id = ?", [id]),
      () =>
        run("UPDATE events SET type = 'checkout.completed' WHERE object = 'checkout' AND object_id = ?", [
          id,
        ]),
    ],
    [
      'completed_once',
      'a completed checkout has two events',
      () =>
        run(
          `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
           SELECT project_id, is_test, type, object, object_id, 99, data, created_at FROM events
           WHERE object = 'checkout' AND object_id = ?`,
          [id],
        ),
      () => run("DELETE FROM events WHERE object = 'checkout' AND object_id = ? AND sequence = 99", [id]),
    ],
    [
      'paid_is_complete',
      'the checkout of a paid payment is not complete',
      () => run("UPDATE checkouts SET status = 'open' WHERE id = ?", [id]),
      () => run("UPDATE checkouts SET status = 'complete' WHERE id = ?", [id]),
    ],
    [
      'paid_once',
      'two payments of one checkout are paid',
      () =>
        run(
          `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency, created_at, updated_at)
           SELECT project_id, is_test, payable_type, payable_id, 'again', status, amount, currency, created_at, updated_at
           FROM payments WHERE payable_id = ? AND payable_type = 'checkout'`,
          [id],
        ),
      () => run("DELETE FROM payments WHERE method = 'again'"),
    ],
    [
      'sums_add_up',
      'a payment received more than its deposits',
      () => run('UPDATE payments SET amount_received = amount_received + 1 WHERE project_id = ?', [shopId]),
      () => run('UPDATE payments SET amount_received = amount_received - 1 WHERE project_id = ?', [shopId]),
    ],
    [
      'sums_add_up',
      'a payment was refunded without a refund',
      () => run('UPDATE payments SET amount_refunded = 1 WHERE project_id = ?', [shopId]),
      () => run('UPDATE payments SET amount_refunded = 0 WHERE project_id = ?', [shopId]),
    ],
    [
      'asked_until_done',
      'a payment has no timer for its provider',
      () => insertProviderPayments('ask'),
      () => run('DELETE FROM provider_payments'),
    ],
    [
      'asked_until_done',
      'a started payment is done at its provider',
      async () => {
        await insertProviderPayments('done')
        await run("UPDATE payments SET status = 'started' WHERE project_id = ?", [shopId])
      },
      async () => {
        await run('DELETE FROM provider_payments')
        await run("UPDATE payments SET status = 'paid' WHERE project_id = ?", [shopId])
      },
    ],
    [
      'refunds_are_sent',
      'a pending refund has no timer',
      async () => {
        await run(
          `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
           SELECT project_id, is_test, id, 1, currency, 'pending', NOW(6), NOW(6) FROM payments WHERE project_id = ?`,
          [shopId],
        )
        await run('UPDATE payments SET amount_refunded = 1 WHERE project_id = ?', [shopId])
      },
      async () => {
        await run('DELETE FROM refunds')
        await run('UPDATE payments SET amount_refunded = 0 WHERE project_id = ?', [shopId])
      },
    ],
    [
      'link_sales_add_up',
      'a sale of a payment link was not counted',
      async () => {
        await run(
          `INSERT INTO payment_links (project_id, is_test, code, items, created_at, updated_at)
           VALUES (?, 1, 'fault', '[]', NOW(6), NOW(6))`,
          [shopId],
        )
        await run(
          "UPDATE checkouts SET payment_link_sale = 'sold', payment_link_id = (SELECT id FROM payment_links WHERE code = 'fault') WHERE id = ?",
          [id],
        )
      },
      async () => {
        await run('UPDATE checkouts SET payment_link_sale = NULL, payment_link_id = NULL WHERE id = ?', [id])
        await run("DELETE FROM payment_links WHERE code = 'fault'")
      },
    ],
    [
      'pending_waits',
      'a pending checkout has no pending payment',
      () => run("UPDATE checkouts SET status = 'pending' WHERE id = ?", [id]),
      () => run("UPDATE checkouts SET status = 'complete' WHERE id = ?", [id]),
    ],
    [
      'paid_time_is_given',
      'a paid subscription has no segment',
      () => run("UPDATE checkouts SET mode = 'subscription' WHERE id = ?", [id]),
      () => run("UPDATE checkouts SET mode = 'payment' WHERE id = ?", [id]),
    ],
    [
      'entitled_once',
      'a customer has two subscriptions to a product',
      async () => {
        await subscribe('active')
        await subscribe('past_due')
        await subscribe('canceled')
      },
      () => run('DELETE FROM subscriptions WHERE project_id = ?', [shopId]),
    ],
    [
      'codes_add_up',
      'a code counts a missing redemption',
      () =>
        run('UPDATE promotion_codes SET times_reserved = times_reserved + 1 WHERE project_id = ?', [shopId]),
      () =>
        run('UPDATE promotion_codes SET times_reserved = times_reserved - 1 WHERE project_id = ?', [shopId]),
    ],
    [
      'codes_add_up',
      'a code does not count a redemption',
      () => run('UPDATE promotion_codes SET times_redeemed = 0 WHERE project_id = ?', [shopId]),
      () => run('UPDATE promotion_codes SET times_redeemed = 1 WHERE project_id = ?', [shopId]),
    ],
  ]
  for (const [name, because, cause, fix] of faults) {
    it(`detect by ${name} that ${because}`, async () => {
      await cause()
      const found = await findViolations()
      await fix()
      expect(found[name]).to.equal(1)
      expect(await findViolations()).to.deep.equal({})
    })
  }

  it('detect a timer that no worker takes', async () => {
    const now = new Date()
    await run(
      "INSERT INTO timers (project_id, kind, subject_id, due_at) VALUES (?, 'checkout.expire', ?, ?)",
      [shopId, id, now],
    )
    const inTime = await findViolations(later(now, 2.5 * MINUTE - SECOND))
    const late = await findViolations(later(now, 2.5 * MINUTE + SECOND))
    await run('DELETE FROM timers')
    expect(inTime.timers_in_time).to.equal(undefined)
    expect(late.timers_in_time).to.equal(1)
  })

  it('detect an endpoint whose deliveries no worker sends, unless its breaker pauses them', async () => {
    const at = later(new Date(), 10 * MINUTE)
    expect(await findViolations(at)).to.deep.equal({ deliveries_in_time: 1 })
    await run('UPDATE webhook_endpoints SET held_until = ? WHERE project_id = ?', [at, shopId])
    expect(await findViolations(at)).to.deep.equal({})
    await run('UPDATE webhook_endpoints SET held_until = NULL WHERE project_id = ?', [shopId])
  })

  it('are checked only for the given number of the newest rows', async () => {
    const { id: newer } = await givenPaidCheckout()
    await run("UPDATE events SET type = 'test' WHERE object = 'checkout' AND object_id = ?", [id])
    const count = async (newest: number) =>
      (await onConnection((sql) => checkInvariants(sql, { now: new Date(), newest }))).find(
        ({ name }) => name === 'completed_once',
      )?.count
    const row = await onConnection((sql) =>
      sql.row<{ since: number }>('SELECT COUNT(*) AS since FROM checkouts WHERE id > ? AND id <= ?', [
        id,
        newer,
      ]),
    )
    const found = [await count(row!.since), await count(row!.since + 1)]
    await run("UPDATE events SET type = 'checkout.completed' WHERE object = 'checkout' AND object_id = ?", [
      id,
    ])
    expect(found).to.deep.equal([0, 1])
  })
})

describe('the invariants of paid time', () => {
  /** Creates a plan change with a credit; `refund` refunds the first payment. */
  async function givenPlanChange() {
    const club = await givenJune()
    const first = await club.opened('basic')
    await first.customer.pay()
    const { subscription_id: id } = await club.checkout(first.id)
    at('2026-06-11T07:00:00Z')
    const change = await club.opened('gold', { subscription_id: id })
    await change.customer.pay()
    const [payment] = await paymentsOf(first.id)
    const refund = (amount: number) =>
      club.shop.post(`/payments/${payment!.id}/refunds`, { amount }).expect(201)
    return { first, change, refund }
  }

  const NAMES = ['segments_are_worth_what_was_paid', 'time_ahead_is_paid', 'orders_add_up'] as const
  const findBroken = async () => {
    const found = await findViolations()
    return NAMES.filter((name) => found[name])
  }
  const addTo = (checkoutId: number, value: number) =>
    run('UPDATE segments SET value = value + ? WHERE checkout_id = ?', [value, checkoutId])

  it('hold for a plan change, and after refunds of the payment behind its credit', async () => {
    const { refund } = await givenPlanChange()
    expect(await findBroken()).to.deep.equal([])
    await refund(10_001)
    expect(await findBroken()).to.deep.equal([])
    await refund(19_999)
    expect(await findBroken()).to.deep.equal([])
  })

  it('detect a refund that lowered no segment', async () => {
    const { first, change, refund } = await givenPlanChange()
    await refund(30_000)
    await addTo(first.id, 30_000)
    // The segment itself, and the change that used it as credit.
    expect((await findViolations()).segments_are_worth_what_was_paid).to.equal(2)
    await addTo(first.id, -30_000)
    await addTo(change.id, 50_000)
    expect(await findBroken()).to.deep.equal(['segments_are_worth_what_was_paid', 'time_ahead_is_paid'])
    await addTo(change.id, -50_000)
  })

  it('detect a complete order whose payment has another amount', async () => {
    const { first } = await givenPlanChange()
    await run('UPDATE checkouts SET amount_total = amount_total + 1 WHERE id = ?', [first.id])
    expect(await findBroken()).to.deep.equal(['orders_add_up'])
    await run('UPDATE checkouts SET amount_total = amount_total - 1 WHERE id = ?', [first.id])
  })
})
