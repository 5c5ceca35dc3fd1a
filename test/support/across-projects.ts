/**
 * Statements that do not name a project. If the database is ever sharded by project, each of these keys needs a lookup from the
 * key to the project (docs/scaling.md), or its statement must name the project. Do not add a key if the caller knows the project.
 */
const byKey: [reason: string, places: string][] = [
  [
    'a row by its id, when the caller has only the id: a due row, a link, or a row that another row names',
    `api_tokens.id checkout_items.id checkouts.id customers.id emails.id erasures.id events.id image_copies.id invoices.id
     item_pictures.id payment_links.id payments.id portal_sessions.id prices.id products.id promotion_codes.id refunds.id segments.id statement_imports.id subscriptions.id
     test_clocks.id timers.id webhook_deliveries.id webhook_endpoints.id`,
  ],
  [
    'the rows of a parent, which was read or locked before',
    `checkout_items.checkout_id checkout_items.customer_id checkouts.customer_id checkouts.subscription_id
     deposits.payment_id emails.cause emails.customer_id events.object_id holds.customer_id holds.subscription_id
     idempotency_keys.subject invoices.customer_id payments.customer_id payments.payable_id
     provider_payments.payment_id redemptions.checkout_id redemptions.customer_id redemptions.promotion_code_id refunds.customer_id
     refunds.payment_id segments.checkout_id segments.credited_to segments.subscription_id subscriptions.customer_id timers.subject_id
     timers.test_clock_id webhook_attempts.delivery_id webhook_deliveries.endpoint_id webhook_deliveries.event_id`,
  ],
  [
    'a secret or a code that says which project it is',
    `api_tokens.hash checkouts.payment_link_key payment_links.code portal_links.hash portal_sessions.hash`,
  ],
  ['a member, who may have several projects', 'member_projects.member_id'],
  ['a new row of a table that does not name the project yet', 'payment_discrepancies'],
]

/** The places of `placeOf` that are allowed. */
export const keys: ReadonlySet<string> = new Set(byKey.flatMap(([, places]) => places.split(/\s+/)))

/** Tables without a project, which are not sharded. The last ones are created by tests. */
export const withoutProject: ReadonlySet<string> = new Set([
  'dashboard_sessions',
  'information_schema',
  'members',
  'migrations',
  'passkeys',
  'release_kinds',
  'replica_probes',
  'sign_in_addresses',
  'sign_ins',
  'used_challenges',
  'worker_heartbeats',
  'slow',
  'words',
])

/** Parts of statements that concern all projects, each with its reason. */
export const acrossProjects: [text: string, reason: string][] = [
  ['DESC LIMIT ?) recent', 'invariants check the newest rows of the installation once a minute'],
  ['DESC LIMIT ?) code', 'the same, of promotion codes'],
  ['DESC LIMIT ?) link', 'the same, of payment links'],
  [') neglected', 'the same, of due rows that no worker took'],
  [') due WHERE due_at <= ?', 'a metric counts the due rows of the installation'],
  ['DESC LIMIT ?) newest', 'a metric counts the discrepancies of the installation'],
  ['FORCE INDEX (emails_due) WHERE due_at > ?', 'a metric counts the emails that wait for another try'],
  ['due_at <= ? ORDER BY due_at LIMIT ?', 'workers find the projects with due rows every second'],
  ['project_id HAVING MIN(due_at) <= ?', 'the same, with the earliest time of each'],
  ['SELECT id, resend_since, missed_since, cancel_through', 'workers find the endpoints with due deliveries'],
  ['WHERE drain_token IS NOT NULL AND draining_until < ?', 'workers find the endpoints of killed workers'],
  ['SELECT MAX(id) AS id FROM webhook_deliveries', 'the newest id, up to which a canceled backlog reaches'],
  ['WHERE reference_until <= ?', 'a worker frees references once an hour, in batches'],
  ['WHERE created_at < ? ORDER BY created_at LIMIT ?', 'a worker deletes old rows once an hour, in batches'],
  ['DELETE FROM audit_log WHERE created_at < ?', 'the same'],
  ['DELETE FROM images WHERE released_at < ?', 'the same'],
  ['FROM emails WHERE id > ? ORDER BY id LIMIT ?', 'the same'],
  ['FROM events WHERE data_until < ?', 'the same'],
  ['WHERE item_pictures.asked_at < ?', 'the same'],
  ['FROM webhook_endpoints WHERE deleted_at < ?', 'the same'],
  ['AS later, COUNT(CASE WHEN', 'an operator runs bin/tolbor queues status'],
  [') due WHERE since <= ?', 'an operator runs bin/tolbor queues overdue'],
  ['FROM webhook_endpoints endpoint WHERE active', 'an operator runs bin/tolbor webhooks failing'],
  ['FROM webhook_endpoints WHERE active AND deleted_at IS NULL AND failures >= ?', 'the same'],
  ['SELECT id FROM emails AS emails ORDER BY emails.id DESC', 'an operator runs bin/tolbor emails failed'],
  ['FROM emails AS emails WHERE (emails.id > ? AND emails.id <= ?)', 'the same'],
  ['SELECT DISTINCT project_id FROM api_tokens', 'an operator runs bin/tolbor doctor'],
  ['SELECT COUNT(*) AS n FROM idempotency_keys', 'an operator runs bin/tolbor secrets rotate'],
  ['SELECT COUNT(*) AS n FROM webhook_endpoints', 'the same'],
  ['SELECT project_id, is_test, idempotency_key, answer FROM idempotency_keys WHERE TRUE', 'the same'],
  ['SELECT id, secret, previous_secret, older_secrets FROM webhook_endpoints', 'the same'],
  ['FROM refunds WHERE status <> ?) refunded', 'a migration: the values of segments that were refunded'],
]
