import { newSecret } from '../../common/services/webhooks/endpoints/secret.ts'
import { numbers as numbersTo } from '../fill/numbers.ts'

const NEVER = "'2099-01-01'"

/** One row in a hundred thousand is rare. */
const RARE = (seq: string) => `${seq} MOD 100000 = 78`

interface Choices {
  /** SQL that is true for rows with a rare status, method, type or amount. */
  isRare?: (seq: string) => string
  /** The first id of the endpoints, and of the objects that only events have. */
  first?: number
}

/** The most endpoints that a project can have, and the members of a large shop. */
const MOST_ENDPOINTS = 200
const MOST_MEMBERS = 200

/**
 * Returns the statements that fill the tables of all lists, with this many rows each. Rows are a second apart, and ids
 * increase with time, as in production.
 */
export function rowsOf(
  project: number,
  isTest: boolean,
  rows: number,
  { isRare = RARE, first = 100_000_000 }: Choices = {},
): string[] {
  const numbers = numbersTo(1, rows)
  const secret = newSecret().sealed.toString('hex')
  const atMost = (most: number) => numbersTo(1, Math.min(rows, most))
  const owner = `${project}, ${Number(isTest)}`
  const at = (seq: string) => `'2020-01-01' + INTERVAL ${seq} SECOND`
  const stamps = (seq = 'seq') => `${at(seq)}, ${at(seq)}`
  const mostly = (rare: string, usual: string, seq = 'seq') => `IF(${isRare(seq)}, ${rare}, ${usual})`
  const phone = "CONCAT('+976', 80000000 + seq)"
  const email = "CONCAT(seq, '@example.com')"
  const name = "CONCAT(ELT(1 + seq MOD 5, 'Bat', 'Bolor', 'Dorj', 'Saraa', 'Temuujin'), ' ', seq)"
  return [
    `INSERT INTO products (project_id, is_test, name, client_reference_id, active, created_at, updated_at)
       SELECT ${owner}, 'Tea', seq, ${mostly('0', '1')}, ${stamps()} FROM ${numbers}`,
    `INSERT INTO prices (project_id, is_test, product_id, type, recurring_interval, recurring_interval_count, unit_amount,
         lookup_key, active, created_at, updated_at)
       SELECT ${owner}, id, IF(client_reference_id MOD 11, 'one_time', 'recurring'), 'month', 1, 5,
         CONCAT('key-', client_reference_id), active, created_at, created_at FROM products WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO promotion_codes (project_id, is_test, code, type, percent_off, active, created_at, updated_at)
       SELECT ${owner}, CONCAT('CODE-', seq), 'order_total', 10, ${mostly('0', '1')}, ${stamps()} FROM ${numbers}`,
    `INSERT INTO customers (project_id, is_test, name, email, email_key, phone, client_reference_id, created_at, updated_at)
       SELECT ${owner}, ${name}, ${email}, ${email}, ${phone}, seq, ${stamps()} FROM ${numbers}`,
    `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total, is_guest,
         customer_id, client_reference_id, customer_email, receipt_number, expires_at, created_at, updated_at)
       SELECT ${owner}, 'token', ${mostly("'pending'", "'complete'", 'customer.client_reference_id')}, 'payment', 'MNT', 5, 5, 1,
         id, client_reference_id, email, CONCAT('R-', client_reference_id), ${NEVER}, created_at, created_at
       FROM customers customer WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, quantity, unit_amount, amount_subtotal,
         amount_total)
       SELECT ${project}, checkout.id, price.id, price.product_id, 'Tea', 1, 5, 5, 5 FROM checkouts checkout
       JOIN prices price ON price.project_id = ${project} AND price.is_test = ${isTest}
         AND price.lookup_key = CONCAT('key-', checkout.client_reference_id)
       WHERE checkout.project_id = ${project} AND checkout.is_test = ${isTest}`,
    `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency, reference,
         customer_email, phone_number, customer_id, client_reference_id, created_at, updated_at)
       SELECT ${owner}, 'checkout', id, ${mostly("'test'", "'bank_transfer'", 'client_reference_id')},
         ${mostly("'pending'", "'paid'", 'client_reference_id')}, ${mostly('7', '5', 'client_reference_id')}, 'MNT', 100000 + client_reference_id MOD 900000,
         customer_email, CONCAT('+976', 80000000 + client_reference_id), customer_id, client_reference_id, created_at, created_at
       FROM checkouts WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
       SELECT ${owner}, ${mostly("'invoice.void'", "'checkout.completed'")}, ${mostly("'invoice'", "'checkout'")},
         ${first} + seq, 1, 'null', ${at('seq')} FROM ${numbers}`,
    `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at,
         updated_at)
       SELECT ${owner}, ${mostly(`${first + 3}`, `${first} + seq MOD 3`)}, seq, 'test', ${mostly("'failed'", "'succeeded'")},
         NULL, ${stamps()} FROM ${numbers}`,
    `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
         current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
       SELECT ${owner}, customer.id, price.product_id, price.id, ${mostly("'past_due'", "'active'", 'customer.client_reference_id')},
         ${NEVER}, ${NEVER}, '2026-01-01', 1, ${NEVER}, customer.created_at, customer.created_at
       FROM customers customer JOIN prices price ON price.project_id = ${project} AND price.is_test = ${isTest}
         AND price.lookup_key = CONCAT('key-', customer.client_reference_id)
       WHERE customer.project_id = ${project} AND customer.is_test = ${isTest} ORDER BY customer.id`,
    `INSERT INTO invoices (project_id, is_test, token, status, amount, currency, number, sequence, customer_id, customer_email,
         client_reference_id, created_at, updated_at)
       SELECT ${owner}, 'token', ${mostly("'void'", "'open'", 'client_reference_id')}, 5, 'MNT',
         CONCAT('INV-', LPAD(client_reference_id, 4, '0')), client_reference_id, id, email, client_reference_id, created_at, created_at
       FROM customers WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO refunds (project_id, is_test, payment_id, amount, currency, status, created_at, updated_at)
       SELECT ${owner}, id, 1, 'MNT', 'succeeded', created_at, created_at FROM payments WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO audit_log (project_id, is_test, actor, actor_id, operation, object, object_id, \`change\`, created_at)
       SELECT ${owner}, ${mostly("'system'", "'token'", 'id')}, id, 'payCheckout', ${mostly("'payment'", "'checkout'", 'id')}, id, 'updated', created_at
       FROM payments WHERE project_id = ${project} AND is_test = ${isTest} ORDER BY id`,
    `INSERT INTO payment_links (project_id, is_test, code, items, active, created_at, updated_at)
       SELECT ${owner}, CONCAT(LPAD(CONV(${project}, 10, 36), 4, '0'), LPAD(CONV(client_reference_id, 10, 36), 6, '0')),
         JSON_ARRAY(JSON_OBJECT('price', NULL, 'price_id', price.id, 'price_data', NULL, 'quantity', 1, 'adjustable_quantity', NULL)),
         ${mostly('0', '1', 'client_reference_id')}, product.created_at, product.created_at
       FROM products product JOIN prices price ON price.product_id = product.id
       WHERE product.project_id = ${project} AND product.is_test = ${isTest} ORDER BY product.id`,
    // Endpoints that are switched off: nothing is sent. The deliveries belong to the first four.
    `INSERT INTO webhook_endpoints (id, project_id, is_test, url, active, secret, created_at, updated_at)
       SELECT ${first} - 1 + seq, ${owner}, CONCAT('https://shop.example.com/webhooks/', seq), FALSE, X'${secret}', ${stamps()}
       FROM ${atMost(MOST_ENDPOINTS)}`,
    `INSERT INTO api_requests (project_id, is_test, token_id, request_id, method, path, status, is_failed, duration_ms, created_at)
       SELECT ${owner}, (SELECT MIN(id) FROM api_tokens WHERE project_id = ${project} AND is_test = ${isTest}), CONCAT('req_', seq), ${mostly("'DELETE'", "'POST'")}, CONCAT('/v1/projects/${project}/checkouts/', seq),
         ${mostly('422', '201')}, ${mostly('1', '0')}, 12, ${at('seq')} FROM ${numbers}`,
    `INSERT INTO members (email, name, created_at, updated_at)
       SELECT CONCAT('member-${project}-', seq, '@example.com'), ${name}, ${stamps()} FROM ${atMost(MOST_MEMBERS)}`,
    `INSERT INTO member_projects (project_id, member_id, role, created_at, updated_at)
       SELECT ${project}, id, 'viewer', created_at, created_at FROM members WHERE email LIKE 'member-${project}-%'`,
  ]
}
