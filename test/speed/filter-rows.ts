import { numbers } from '../../bench/fill/numbers.ts'
import { ALWAYS_COUNTED } from '../../db/count.ts'

/**
 * The rows of the shop that share a frequent value: so many that their number is not counted for each request, and far more than
 * a list may read.
 */
const SHARING = 1.02 * ALWAYS_COUNTED

/** The share of the rows of each table that has the rarest of the frequent values. */
const SHARES: Readonly<Record<string, number>> = {
  products: 1 / 2,
  prices: 1 / 2,
  promotion_codes: 1 / 2,
  customers: 2 / 9,
  checkouts: 1 / 10,
  payment_links: 1 / 2,
  invoices: 1 / 3,
  payments: 1 / 18,
  refunds: 1 / 2,
  subscriptions: 1 / 6,
  events: 1 / 3,
  webhook_deliveries: 1 / 2,
  audit_log: 1 / 4,
}

export const FILLED = Object.keys(SHARES)

/**
 * Returns the number of the shop's rows in a table. After every ten of them comes a row of another shop, but not in the middle of
 * the number, where lists begin.
 */
export function rowsIn(table: string): number {
  return Math.ceil(SHARING / SHARES[table]! / 110) * 110
}

/** Minutes from the first row of a table to its last one. */
const SPAN = 1_100_000

/** The id of the first row in each table. It belongs to the shop. */
export const FIRST = 50_000_000
/** The beginning of the last four days of the rows, in which more subscriptions end than `FEW` of db/has-few.ts. */
export const LAST_DAYS = '2026-01-30T00:00:00Z'

/**
 * Returns statements that insert the worst rows for lists with filters. Each filter has a value that many rows share
 * (`hot`); no row has two of them. All other values are unique. The rows of a table are equally far apart.
 */
export function filterRows(shop: number, other: number): string[] {
  const all = 'all_numbers'
  const owner = `IF(seq MOD 11 = 10, ${other}, ${shop}), 1`
  const [FIRST_ID, OWN_ID] = [String(FIRST), `${FIRST} - 1 + seq`]
  const at = "'2024-01-01' + INTERVAL seq * apart SECOND"
  const endOfDay = `TIMESTAMP(DATE(${at}), '23:59:59')`
  /** Returns SQL for `value` in the rows of class `number` of `classes`, and for `cold` in the other rows. */
  const hot = (number: number, classes: number, value: string, cold: string) =>
    `IF(seq DIV 11 MOD ${classes} = ${number}, ${value}, ${cold})`
  const email = (cold = "CONCAT(seq, '@example.com')", number = 8, classes = 9) =>
    hot(number, classes, "'hot@example.com'", cold)
  return [
    `INSERT INTO products (project_id, is_test, name, active, created_at, updated_at)
     SELECT ${owner}, 'Tea', seq MOD 2, ${at}, ${at} FROM ${all}`,
    `INSERT INTO prices (project_id, is_test, product_id, type, unit_amount, lookup_key, active, created_at, updated_at)
     SELECT ${owner}, ${hot(0, 2, FIRST_ID, OWN_ID)}, 'one_time', 5, CONCAT('key-', seq), ${hot(1, 2, '0', '1')}, ${at}, ${at}
     FROM ${all}`,
    `INSERT INTO promotion_codes (project_id, is_test, code, type, percent_off, active, created_at, updated_at)
     SELECT ${owner}, CONCAT('CODE-', seq), 'order_total', 10, seq MOD 2, ${at}, ${at} FROM ${all}`,
    `INSERT INTO customers (project_id, is_test, email, email_key, client_reference_id, deleted_at, created_at, updated_at)
     SELECT ${owner}, email, email, client_reference_id, deleted_at, at, at
     FROM (SELECT seq, IF(seq MOD 3 = 0, NULL, ${email("CONCAT(seq, '@example.com')", 1, 3)}) AS email,
         IF(seq MOD 3 = 0, NULL, seq) AS client_reference_id, IF(seq MOD 3 = 0, ${at}, NULL) AS deleted_at, ${at} AS at
       FROM ${all}) rows_`,
    `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total, is_guest,
         customer_id, client_reference_id, payment_link_id, subscription_id, expires_at, created_at, updated_at)
     SELECT ${owner}, 'token', ${hot(0, 5, "ELT(1 + seq MOD 2, 'open', 'pending')", "ELT(1 + seq MOD 2, 'complete', 'expired')")},
         'payment', 'MNT', 5, 5, 1, ${hot(1, 5, FIRST_ID, OWN_ID)}, ${hot(2, 5, "'hot'", 'seq')}, ${hot(3, 5, FIRST_ID, OWN_ID)},
         ${hot(4, 5, FIRST_ID, OWN_ID)}, '2099-01-01', ${at}, ${at}
     FROM ${all}`,
    `INSERT INTO payment_links (project_id, is_test, code, items, active, created_at, updated_at)
     SELECT ${owner}, seq, '[]', seq MOD 2, ${at}, ${at} FROM ${all}`,
    `INSERT INTO invoices (project_id, is_test, token, status, amount, currency, customer_id, client_reference_id, due_date,
         created_at, updated_at)
     SELECT ${owner}, 'token', ${hot(0, 3, "'open'", "'paid'")}, 5, 'MNT', ${hot(1, 3, FIRST_ID, OWN_ID)},
         ${hot(2, 3, "'hot'", 'seq')}, ${at}, ${at}, ${at} FROM ${all}`,
    `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency, reference,
         customer_email, customer_id, client_reference_id, amount_received, created_at, updated_at)
     SELECT ${owner}, ${hot(1, 9, "'invoice'", "'checkout'")}, ${hot(0, 9, FIRST_ID, hot(1, 9, FIRST_ID, OWN_ID))},
         ${hot(2, 9, "'bank_transfer'", "'test'")}, ${hot(3, 9, "ELT(1 + seq MOD 2, 'failed', 'canceled')", "'paid'")},
         ${hot(4, 9, '7', '1000 + seq')}, 'MNT', ${hot(5, 9, "'AAAAAA'", 'seq')}, ${email()}, ${hot(6, 9, FIRST_ID, OWN_ID)},
         ${hot(7, 9, "'hot'", 'seq')}, IF(${OWN_ID} = ${FIRST_ID}, 0, NULL), ${at}, ${at}
     FROM ${all}`,
    // Half of the refunds name one payment. It has no money, so lists do not read its refunds: 100 at most in reality.
    `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
     SELECT ${owner}, ${hot(0, 2, FIRST_ID, OWN_ID)}, 1, 'MNT', 'succeeded', ${at}, ${at} FROM ${all}`,
    `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
         current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
     SELECT ${owner}, ${hot(0, 3, FIRST_ID, OWN_ID)}, 1, ${hot(1, 3, FIRST_ID, OWN_ID)},
         ${hot(2, 3, "ELT(1 + seq MOD 2, 'active', 'trialing')", "'canceled'")}, ${at}, ${endOfDay}, '2026-01-01', 1, ${at}, ${at}, ${at}
     FROM ${all}`,
    `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
     SELECT ${owner}, IF(kind, 'checkout.completed', 'subscription.updated'), IF(kind, 'checkout', 'subscription'),
         IF(seq MOD 30 = 1, ${FIRST_ID}, ${OWN_ID}), seq, 'null', ${at}
     FROM (SELECT seq, seq DIV 11 MOD 3 = 0 AS kind FROM ${all}) rows_`,
    `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, created_at, updated_at)
     SELECT ${owner}, ${hot(0, 2, '1', '2')}, ${OWN_ID}, 'test', ${hot(1, 2, "'failed'", "'succeeded'")}, ${at}, ${at} FROM ${all}`,
    `INSERT INTO audit_log (project_id, is_test, object, object_id, actor, actor_id, operation, \`change\`, created_at)
     SELECT ${owner}, ${hot(0, 4, "'payment'", "'checkout'")}, ${hot(1, 4, FIRST_ID, OWN_ID)}, ${hot(2, 4, "'member'", "'token'")},
         ${hot(3, 4, FIRST_ID, OWN_ID)}, 'createCheckout', 'created', ${at} FROM ${all}`,
  ].map((statement) => {
    const [, table = ''] = /^INSERT INTO (\w+)/.exec(statement)!
    const last = (rowsIn(table) / 10) * 11
    return (
      statement
        .replaceAll(all, numbers(1, last))
        .replaceAll('apart', String(Math.floor((60 * SPAN) / last)))
        // A Galera node would give every third id.
        .replace('(project_id', '(id, project_id')
        .replace('SELECT ', `SELECT ${OWN_ID}, `)
    )
  })
}
