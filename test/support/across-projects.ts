/**
 * Statements that do not name a project. If the database is ever sharded by project, each of these keys needs a lookup from the
 * key to the project (docs/scaling.md), or its statement must name the project. Do not add a key if the caller knows the project.
 */
const byKey: [reason: string, places: string][] = [
  [
    'a row by its id, when the caller has only the id: a due row, a link, or a row that another row names',
    `api_tokens.id checkout_items.id checkouts.id customers.id emails.id events.id image_copies.id invoices.id
     payment_links.id payments.id prices.id products.id promotion_codes.id refunds.id segments.id subscriptions.id
     test_clocks.id timers.id webhook_deliveries.id webhook_endpoints.id`,
  ],
  [
    'the rows of a parent, which was read or locked before',
    `checkout_items.checkout_id checkout_items.customer_id checkouts.customer_id checkouts.subscription_id
     deposits.payment_id emails.cause emails.customer_id events.object_id holds.customer_id holds.subscription_id
     idempotency_keys.subject image_copies.subject invoices.customer_id payments.customer_id payments.payable_id
     provider_payments.payment_id redemptions.checkout_id redemptions.customer_id refunds.customer_id
     refunds.payment_id segments.checkout_id segments.subscription_id subscriptions.customer_id timers.subject_id
     timers.test_clock_id webhook_attempts.delivery_id webhook_deliveries.endpoint_id`,
  ],
  [
    'a secret or a code that says which project it is',
    `api_tokens.hash checkouts.payment_link_key payment_links.code portal_links.hash portal_sessions.hash`,
  ],
]

/** The places of `placeOf` that are allowed. */
export const keys: ReadonlySet<string> = new Set(byKey.flatMap(([, places]) => places.split(/\s+/)))

/** Parts of statements that concern all projects, each with its reason. */
export const acrossProjects: [text: string, reason: string][] = [
  [
    'SELECT COUNT(*) AS count FROM (SELECT',
    'invariants check the newest rows of the installation once a minute',
  ],
  ['SELECT COUNT(DISTINCT recent.', 'the same'],
  ['due_at <= ? ORDER BY due_at LIMIT ?', 'workers find the projects with due rows every second'],
  ['GROUP BY queue, project_id HAVING MIN(due_at) <= ?', 'the same, with the earliest time of each'],
  ['SELECT id, resend_since, missed_since, cancel_through', 'workers find the endpoints with due deliveries'],
  ['WHERE drain_token IS NOT NULL AND draining_until < ?', 'workers find the endpoints of killed workers'],
  ['SELECT MAX(id) AS id FROM webhook_deliveries', 'the newest id, up to which a canceled backlog reaches'],
  ['WHERE reference_until <= ?', 'a worker frees references once an hour, in batches'],
]
