const NEVER = "'2099-01-01'"

/**
 * Returns the statements that fill the tables of all lists, with this many rows each. Rows are a second apart, and ids
 * increase with time, as in production. One row in a hundred thousand has a rare status, method, type or amount.
 */
export function rowsOf(project: number, isTest: boolean, rows: number): string[] {
  const numbers = `seq_1_to_${rows}`
  const owner = `${project}, ${Number(isTest)}`
  const at = (seq: string) => `'2020-01-01' + INTERVAL ${seq} SECOND`
  const stamps = (seq = 'seq') => `${at(seq)}, ${at(seq)}`
  const mostly = (rare: string, usual: string, seq = 'seq') => `IF(${seq} MOD 100000 = 78, ${rare}, ${usual})`
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
         100000000 + seq, 1, 'null', ${at('seq')} FROM ${numbers}`,
    `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at,
         updated_at)
       SELECT ${owner}, ${mostly('100000003', '100000000 + seq MOD 3')}, seq, 'test', ${mostly("'failed'", "'succeeded'")},
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
  ]
}
