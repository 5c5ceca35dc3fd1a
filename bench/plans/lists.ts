/**
 * Every list with each of its filters: values that many rows have, that few have, and that none has. `{name}` stands for
 * a value of the rows of `bench/plans/rows.ts`.
 */
export const LISTS: Readonly<Record<string, readonly string[]>> = {
  'audit-log': [
    ...['object=checkout', 'object=invoice', 'object=checkout&object_id={subject}'],
    ...['actor=token', 'actor=cli', 'actor=token&actor_id={number}'],
  ],
  checkouts: [
    ...['status=complete', 'status=pending', 'status=open', 'status=expired', 'status=pending,expired'],
    ...['customer_id={customer}', 'client_reference_id={number}', 'payment_link_id={number}'],
    'subscription_id={number}',
  ],
  customers: ['email={number}@example.com'],
  events: [
    ...['type=checkout.completed', 'type=invoice.void', 'object=checkout', 'object=invoice'],
    'object=checkout&object_id={subject}',
  ],
  invoices: [
    'status=open',
    'status=void',
    'status=paid',
    'customer_id={customer}',
    'client_reference_id={number}',
    'overdue=true',
  ],
  'payment-links': ['active=true', 'active=false'],
  payments: [
    ...['status=paid', 'status=pending', 'status=pending,failed', 'method=bank_transfer', 'method=test'],
    ...['checkout_id={checkout}', 'invoice_id={checkout}', 'reference={reference}', 'amount=5', 'amount=7'],
    ...['client_reference_id={number}', 'customer_id={customer}', 'customer_email={number}@example.com'],
  ],
  prices: ['product_id={product}', 'lookup_key=key-{number}', 'active=true', 'active=false'],
  products: ['active=true', 'active=false'],
  'promotion-codes': ['code=CODE-{number}', 'active=true', 'active=false'],
  refunds: ['payment_id={payment}'],
  subscriptions: [
    ...['status=active', 'status=past_due', 'status=trialing,past_due', 'customer_id={customer}'],
    ...['price_id={price}', 'price=key-{number}', 'current_period_end[gte]={late}'],
    ...['current_period_end[gt]={late}', 'current_period_end[lte]={late}'],
    'current_period_end[lt]={late}&status=active,past_due',
  ],
  'test-clocks': [],
  'webhook-deliveries': [
    ...['status=succeeded', 'status=failed', 'endpoint_id={endpoint}', 'endpoint_id={rare_endpoint}'],
    'event_id={number}',
  ],
  'webhook-endpoints': [],
}

/** Filters by time: early, late, and in the middle. Rows are a second apart, from 1 January 2020. */
export const TIMES: readonly string[] = [
  'created[lt]=2020-01-01T01:00:00Z',
  'created[gte]={late}',
  'created[gte]=2020-01-02T00:00:00Z&created[lt]=2020-01-02T01:00:00Z',
]

/** The parts of a list. `{middle}` is the id of the middle row. */
export const PARTS: readonly string[] = ['', 'before={middle}', 'after={middle}']

/** Search terms that match one row, a fifth of the rows, all rows, and none. */
export const SEARCHES: readonly string[] = [
  ...[
    '{number}@example.com',
    '+976{phone}',
    '{phone}',
    '{number}',
    'R-{number}',
    'INV-{number}',
    '{reference}',
  ],
  ...['Saraa {number}', 'Bat', '+976', 'INV-', 'R-1', '100', 'no such name'],
]
