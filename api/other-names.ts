import { settingsForms, simulated } from '../common/methods/all.ts'

/**
 * Maps names that other APIs use, mostly Stripe, to ours. An error about an unknown parameter suggests our name if the
 * request has it.
 */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  amount: ['unit_amount', 'items', 'amount_received', 'amount_off'],
  amount_off: ['amount'],
  callback_url: ['url'],
  cart: ['items'],
  checkout: ['checkout_id'],
  client_reference: ['client_reference_id'],
  count: ['quantity', 'limit'],
  customer: ['customer_id', 'customer_email'],
  customer_reference: ['client_reference_id'],
  disabled: ['active'],
  discount: ['discounts'],
  email: ['customer_email'],
  email_address: ['email', 'customer_email'],
  enabled_events: ['events'],
  ending_before: ['after'],
  endpoint: ['endpoint_id'],
  event: ['event_id'],
  event_types: ['events'],
  expires_in: ['expires_at'],
  expiry: ['expires_at'],
  external_id: ['client_reference_id'],
  failure_url: ['cancel_url'],
  first_name: ['name'],
  full_name: ['name'],
  grace_days: ['grace_period_days'],
  grace_period: ['grace_period_days'],
  images: ['image_url'],
  interval: ['recurring_interval'],
  interval_count: ['recurring_interval_count'],
  invoice: ['invoice_id'],
  language: ['locale'],
  last_name: ['name'],
  line_items: ['items'],
  max_uses: ['max_redemptions'],
  maximum: ['max'],
  merchant_order_id: ['client_reference_id'],
  minimum: ['min'],
  nickname: ['name', 'lookup_key'],
  now: ['frozen_time'],
  order_id: ['client_reference_id'],
  order_number: ['client_reference_id'],
  page_number: ['page'],
  page_size: ['limit'],
  payment: ['payment_id'],
  per_page: ['limit'],
  percent: ['percent_off'],
  percentage: ['percent_off'],
  phone_number: ['phone'],
  preferred_locales: ['locale'],
  preset: ['suggested'],
  price: ['unit_amount'],
  product: ['product_id', 'product_data'],
  products: ['items', 'product_ids'],
  qty: ['quantity'],
  query: ['q'],
  receipt_email: ['customer_email'],
  recurring: ['recurring_interval', 'recurring_interval_count'],
  redeem_by: ['expires_at'],
  redirect_url: ['success_url', 'return_url'],
  reference: ['client_reference_id'],
  return_url: ['success_url', 'cancel_url'],
  search: ['q'],
  shipping_address_collection: ['delivery_address_collection'],
  starting_after: ['before'],
  state: ['status'],
  subscription: ['subscription_id'],
  term: ['q'],
  title: ['name', 'description'],
  to: ['frozen_time'],
  total: ['amount', 'items'],
  trial_period_days: ['trial_days'],
  types: ['events', 'type'],
  unit_amount: ['amount'],
  unit_amount_decimal: ['unit_amount'],
  user: ['customer_id'],
  user_id: ['client_reference_id'],
  valid_from: ['starts_at'],
  valid_until: ['expires_at'],
  webhook_url: ['url'],
}

const BY_TOKEN = 'The token chooses the mode: sk_test_… for tests, sk_live_… for real payments. Leave it out.'
const BY_MODE = "Pass mode: 'at_period_end' or 'immediately'."
const BY_HEADER = 'Send it as the header Idempotency-Key.'
const BY_TIME = 'Use created[gte] and created[lt].'
const IN_FULL = 'Objects are always returned in full. Leave it out.'
const BY_PAGE = 'Page through the list with page, or with after or before and the last id you have.'
const BY_SEARCH = 'Use GET /search?q=.'
const IN_HEADER = 'The token belongs in the header: Authorization: Bearer <API_TOKEN>. Leave it out.'
const BY_WEBHOOK = 'Events are sent to webhook endpoints: POST /webhook-endpoints.'
const WITH_PRICE = 'Create its price with POST /prices, which takes product_id or product_data.'
const OF_PRODUCT = 'Name a price of the product: pass its lookup key as price, or its id as price_id.'
const IN_ORDER = 'Lists are newest first; with after, oldest first. Leave it out.'
const NO_TAXES = 'Prices include taxes; Tolbor does not compute them. Leave it out.'
const CHARGED = 'Nothing is charged automatically: customers are reminded and pay. Leave it out.'
const NOT_STORED = 'Nothing is charged automatically: no payment method is stored. Leave it out.'
const OWN_ACCOUNT = 'Customers pay into your own account, so there is nothing to pass on. Leave it out.'
const ONE_AMOUNT =
  'A price has one amount for each unit: pass unit_amount. For another amount, create another price.'
const ONE_CURRENCY = 'A project has one currency. Leave it out.'
const ADDRESS =
  'The payment page asks for it: POST /checkouts with delivery_address_collection. Leave it out.'
const PORTAL = 'To open the portal on one page, pass flow and subscription_id.'

/** Maps parameters that have no equivalent in most requests to a sentence that says what to do instead. */
export const INSTEAD: Readonly<Record<string, string>> = {
  access_token: IN_HEADER,
  adaptive_pricing: ONE_CURRENCY,
  add_invoice_items: 'Sell other items with a checkout of their own. Leave it out.',
  address: ADDRESS,
  after_completion: 'Pass success_url: the customer goes there after paying.',
  after_expiration: 'Create a new checkout when the event checkout.expired arrives. Leave it out.',
  amount: 'Customers pay the amount of the checkout or invoice. Leave it out.',
  api_key: IN_HEADER,
  api_version: 'Published fields do not change, so there is one version. Leave it out.',
  application_fee_amount: OWN_ACCOUNT,
  application_fee_percent: OWN_ACCOUNT,
  at_period_end: BY_MODE,
  automatic_tax: NO_TAXES,
  backdate_start_date: 'The first paid day begins a subscription. Leave it out.',
  billing_address_collection:
    'For an address, pass delivery_address_collection; for the name of a company, custom_fields.',
  billing_cycle_anchor: 'Periods are counted from the first paid day. Leave it out.',
  billing_scheme: ONE_AMOUNT,
  callback_url:
    'Your server is notified by webhooks: POST /webhook-endpoints. To bring the customer back, use success_url.',
  cancel_at: 'Use POST /subscriptions/{subscription_id}/cancel: at the end of the period, or immediately.',
  cancel_at_period_end: 'Use POST /subscriptions/{subscription_id}/cancel.',
  collection_method: CHARGED,
  consent_collection: 'Ask with custom_fields. Leave it out.',
  coupon:
    'For an amount off, pass discounts with amount and description. For a code, pass allow_promotion_codes: customers type it on the page.',
  currency_options: ONE_CURRENCY,
  current_period_end: 'A renewal extends it: POST /checkouts with subscription_id. Leave it out.',
  custom_text: 'The texts of the pages cannot be changed. Put yours into the description of an item.',
  customer_creation:
    'Without customer_id the buyer is a guest, or the customer with customer_email. Leave it out.',
  days_until_due: 'Pass due_date, a time.',
  default_payment_method: NOT_STORED,
  default_price_data: WITH_PRICE,
  default_source: NOT_STORED,
  default_tax_rates: NO_TAXES,
  draft: 'Pass "auto_advance": false to create a draft.',
  duration: 'A code works from starts_at until expires_at.',
  duration_in_months: 'A code works from starts_at until expires_at, once for each payment.',
  expand: IN_FULL,
  flow_data: PORTAL,
  idempotency_key: BY_HEADER,
  immediately: BY_MODE,
  invoice_creation: 'The page of a complete checkout is its receipt, with a number. Leave it out.',
  invoice_settings: NOT_STORED,
  is_test: BY_TOKEN,
  livemode: BY_TOKEN,
  mode: 'The token chooses test or live, and the prices whether it is a subscription. Leave it out.',
  notification_url: BY_WEBHOOK,
  notify_url: BY_WEBHOOK,
  off_session: CHARGED,
  on_behalf_of: OWN_ACCOUNT,
  package_dimensions: 'Keep it in metadata.',
  pause_collection: 'A subscription has no pause: cancel it, and resume it before its end.',
  payment_behavior: CHARGED,
  payment_intent_data: 'Put your data into metadata of the checkout.',
  payment_method: 'Customers choose it on the page. Leave it out.',
  payment_method_collection: NOT_STORED,
  payment_method_options: 'PATCH /projects has the settings of payment methods. Leave it out.',
  payment_method_types:
    'Customers choose among the payment_methods that PATCH /projects enables. Leave it out.',
  payment_methods: 'Customers choose among the payment_methods that PATCH /projects enables. Leave it out.',
  payment_settings: CHARGED,
  percent_off:
    'A direct discount is an amount. For a percentage, create a promotion code: POST /promotion-codes.',
  price: WITH_PRICE,
  product: OF_PRODUCT,
  product_id: OF_PRODUCT,
  project_id: 'The path names the project. Leave it out.',
  promotion_code: 'Pass allow_promotion_codes: customers type their code on the page.',
  proration_behavior: 'Unused time is always credited when the plan changes. Leave it out.',
  recurring: 'Only registered prices recur: create one with POST /prices, and pass its lookup key as price.',
  save_payment_method: NOT_STORED,
  secret:
    'The service generates it: POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret replaces it. Leave it out.',
  setup_future_usage: NOT_STORED,
  shippable: 'Keep it in metadata.',
  shipping_address: ADDRESS,
  shipping_options: 'Add delivery as one of the items.',
  source: NOT_STORED,
  statement_descriptor: 'Customers see the name of the project. Leave it out.',
  submit_type: 'The page names its button. Leave it out.',
  subscription_data:
    'The subscription is created when the checkout is paid. Use PATCH /subscriptions for its metadata.',
  subscription_id: 'Renew a subscription with a checkout: POST /checkouts takes subscription_id.',
  tax_behavior: NO_TAXES,
  tax_code: NO_TAXES,
  tax_exempt: NO_TAXES,
  tax_id_collection: 'Ask for it with custom_fields.',
  tax_rates: NO_TAXES,
  test: BY_TOKEN,
  test_mode: BY_TOKEN,
  tiers: ONE_AMOUNT,
  tiers_mode: ONE_AMOUNT,
  token: IN_HEADER,
  transfer_data: OWN_ACCOUNT,
  transform_quantity: ONE_AMOUNT,
  trial: 'Use POST /subscriptions with trial_days. A trial that has begun cannot be changed. Leave it out.',
  trial_days: 'A trial begins with POST /subscriptions or POST /trial-links. Leave it out.',
  trial_end: 'Use POST /subscriptions with trial_days.',
  trial_period_days: 'Use POST /subscriptions with trial_days.',
  trial_settings: 'A trial ends, and the customer is reminded to pay. Leave it out.',
  ui_mode: 'Send the customer to the url of the checkout. Leave it out.',
  unit_label: 'Put the unit into name, or description.',
  webhook_url: BY_WEBHOOK,
}

const IN_MODES = 'Each mode has its own settings: put it in test or in live.'
const OF_ONE = 'A link is for everyone. For one customer, or a way back, use POST /checkouts.'

/** The same for requests that have another parameter, which is named first. Checked before `INSTEAD`. */
export const INSTEAD_BESIDE: Readonly<
  Record<string, readonly (readonly [beside: string, sentence: string])[]>
> = {
  [simulated.name]: settingsForms.map(({ name }) => [
    name,
    `The method ${simulated.name} is offered only in test mode. Leave it out.`,
  ]),
  cancel_url: [['thank_you_text', OF_ONE]],
  client_reference_id: [
    [
      'customer_id',
      'Find the customer with GET /customers/by-client-reference-id/{client_reference_id}, and pass customer_id.',
    ],
    ['email', 'GET /customers/by-client-reference-id/{client_reference_id} finds a customer.'],
  ],
  coupon: [['percent_off', 'A code has its own discount: pass percent_off or amount_off. Leave it out.']],
  customer_email: [['thank_you_text', OF_ONE]],
  customer_id: [['thank_you_text', OF_ONE]],
  description: [['items', 'Put it in items.0.price_data.product_data.description, or in metadata.']],
  email: [['customer_id', 'Find the customer with GET /customers?email=, and pass customer_id.']],
  enabled: [['live', IN_MODES]],
  items: [['due_date', 'An invoice has one amount. For items, use POST /checkouts.']],
  price: [['items', 'Put it in items, as in {"price": "tea", "quantity": 1}.']],
  secret_key: [['live', IN_MODES]],
  trial_end: [
    [
      'canceled_at',
      'The end of a trial does not change. The customer can pay before it, or cancel the subscription.',
    ],
  ],
  unit_amount: [['grace_period_days', 'A product has no amount: POST /prices with product_id.']],
}

/** The same for requests that list objects: these names mean something else elsewhere. Checked before `INSTEAD`. */
export const INSTEAD_IN_LISTS: Readonly<Record<string, string>> = {
  created: BY_TIME,
  created_after: BY_TIME,
  created_before: BY_TIME,
  cursor: BY_PAGE,
  end_date: BY_TIME,
  fields: IN_FULL,
  from: BY_TIME,
  include: IN_FULL,
  name: BY_SEARCH,
  offset: BY_PAGE,
  order: IN_ORDER,
  order_by: IN_ORDER,
  page_token: BY_PAGE,
  phone: BY_SEARCH,
  query: BY_SEARCH,
  search: BY_SEARCH,
  since: BY_TIME,
  skip: BY_PAGE,
  sort: IN_ORDER,
  start_date: BY_TIME,
  subscription_id: 'Filter by customer_id.',
  to: BY_TIME,
  until: BY_TIME,
}

const FIXED_CHECKOUT = 'A checkout does not change: expire it, and create another one.'

/** Maps methods that we do not have at a path to what to do instead. */
export const METHODS_INSTEAD: Readonly<Record<string, string>> = {
  'DELETE /': 'The operator ends a project by revoking its tokens: bin/tolbor token revoke ID.',
  'DELETE /checkouts/:checkout_id': 'End an open checkout with POST /checkouts/{checkout_id}/expire.',
  'DELETE /events/:event_id': 'Events are a record: they do not change.',
  'DELETE /payment-links/:payment_link_id': 'Switch it off: PATCH with "active": false.',
  'DELETE /payments/:payment_id':
    'Return its money with POST /payments/{payment_id}/refunds. To stop an unpaid one, expire its checkout or void its invoice.',
  'DELETE /prices/:price_id': 'Archive it: PATCH with "active": false.',
  'DELETE /products/:product_id': 'Archive it: PATCH with "active": false.',
  'DELETE /promotion-codes/:promotion_code_id': 'Switch it off: PATCH with "active": false.',
  'DELETE /refunds/:refund_id': 'A refund cannot be undone: the customer would have to pay again.',
  'DELETE /subscriptions/:subscription_id': 'Cancel it with POST /subscriptions/{subscription_id}/cancel.',
  'DELETE /webhook-deliveries/:webhook_delivery_id':
    'To stop its deliveries, switch the endpoint off: PATCH with "active": false.',
  'GET /payments/:payment_id/refunds': 'List them with GET /refunds?payment_id=.',
  'PATCH /checkouts/:checkout_id': FIXED_CHECKOUT,
  'PATCH /events/:event_id': 'Events are a record: they do not change.',
  'PATCH /payments/:payment_id': 'Decide it with POST /payments/{payment_id}/confirm or /reject.',
  'PATCH /refunds/:refund_id': 'A refund does not change.',
  'PATCH /test-clocks/:test_clock_id': 'Move it with POST /test-clocks/{test_clock_id}/advance.',
  'POST /checkouts/:checkout_id': FIXED_CHECKOUT,
  'POST /events': 'POST /webhook-endpoints/{webhook_endpoint_id}/test sends a test event.',
  'POST /payments': 'A payment begins when a customer pays: create a checkout or an invoice.',
  'POST /refunds': 'Refund a payment with POST /payments/{payment_id}/refunds.',
}

/** Maps path segments that other APIs use to ours. */
export const OTHER_PATHS: Readonly<Record<string, string>> = {
  bills: 'invoices',
  charges: 'payments',
  'checkout/sessions': 'checkouts',
  coupons: 'promotion-codes',
  discounts: 'promotion-codes',
  hooks: 'webhook-endpoints',
  items: 'products',
  orders: 'checkouts',
  'payment-intents': 'payments',
  plans: 'prices',
  portal: 'billing-portal/sessions',
  'portal-sessions': 'billing-portal/sessions',
  'portal/sessions': 'billing-portal/sessions',
  'test-helpers/test-clocks': 'test-clocks',
  transactions: 'payments',
  users: 'customers',
  webhooks: 'webhook-endpoints',
}

const OPENAPI = 'GET /openapi.json describes the API.'
const BY_SCHEDULE =
  'POST /subscriptions/{subscription_id}/schedule-change changes the plan when the period ends, POST /checkouts with subscription_id at once.'

/** Maps paths that we do not have to what to do instead. An asterisk is an id. */
export const PATHS_INSTEAD: Readonly<Record<string, string>> = {
  accounts: 'One project is one shop: GET /v1/projects/{project_id} returns yours.',
  'api-docs': OPENAPI,
  balance: 'The service holds no money: it goes to your own account.',
  'checkouts/*/cancel': 'End an open checkout with POST /checkouts/{checkout_id}/expire.',
  'checkouts/*/confirm': 'Pay it with POST /checkouts/{checkout_id}/pay, or confirm its payment.',
  'checkouts/*/items': 'GET /checkouts/{checkout_id} has its items.',
  'checkouts/*/line-items': 'GET /checkouts/{checkout_id} has its items.',
  'checkouts/*/payments': 'Use GET /payments?checkout_id=.',
  'checkouts/*/refund': 'Refund its payment with POST /payments/{payment_id}/refunds.',
  'credit-notes':
    'Return money with POST /payments/{payment_id}/refunds. Credit for a changed plan is calculated at the change.',
  'customers/*/checkouts': 'Use GET /checkouts?customer_id=.',
  'customers/*/invoices': 'Use GET /invoices?customer_id=.',
  'customers/*/payment-methods': 'Nothing is charged automatically: no payment method is stored.',
  'customers/*/payments': 'Use GET /payments?customer_id=.',
  'customers/*/subscriptions':
    'GET /subscriptions?customer_id= lists them. One begins with POST /checkouts, a trial with POST /subscriptions.',
  disputes:
    'The payment provider decides disputes. A refund is recorded with POST /payments/{payment_id}/refunds.',
  'events/*/resend': 'Use POST /webhook-deliveries/{webhook_delivery_id}/resend.',
  health: 'GET /healthz says whether the service runs, GET /readyz whether it can work.',
  'invoices/*/lines': 'An invoice has one amount and one description.',
  'invoices/*/mark-uncollectible': 'Use POST /invoices/{invoice_id}/void.',
  'invoices/*/payments': 'Use GET /payments?invoice_id=.',
  me: 'Use GET /v1/projects/{project_id}.',
  'openapi.yaml': OPENAPI,
  'payment-methods': 'GET /v1/projects/{project_id} has them under payment_methods.',
  'payments/*/approve': 'Use POST /payments/{payment_id}/confirm.',
  'payments/*/cancel': 'Use POST /payments/{payment_id}/reject, or expire its checkout.',
  'payments/*/capture': 'Use POST /payments/{payment_id}/confirm when the money has arrived.',
  payouts: 'The service holds no money: it goes to your own account.',
  'prices/*/archive': 'Archive it: PATCH /prices/{price_id} with "active": false.',
  'prices/*/deactivate': 'Archive it: PATCH /prices/{price_id} with "active": false.',
  'products/*/archive': 'Archive it: PATCH /products/{product_id} with "active": false.',
  project: 'Use GET /v1/projects/{project_id}.',
  projects:
    "The operator creates projects with 'bin/tolbor project create'. GET /v1/projects/{project_id} returns yours.",
  receipts: 'The page of a complete checkout is its receipt; receipt_number has its number.',
  'setup-intents': 'Nothing is charged automatically: no payment method is stored.',
  'subscriptions/*/change': BY_SCHEDULE,
  'subscriptions/*/change-plan': BY_SCHEDULE,
  'subscriptions/*/events': 'Use GET /subscriptions/{subscription_id}/timeline.',
  'subscriptions/*/items': BY_SCHEDULE,
  'subscriptions/*/pause': 'A subscription has no pause: cancel it, and resume it before its end.',
  'subscriptions/*/pay': 'Renew it with POST /checkouts, which takes subscription_id.',
  'subscriptions/*/reactivate':
    'POST /subscriptions/{subscription_id}/resume undoes a cancellation before the period ends.',
  'subscriptions/*/renew': 'Renew it with POST /checkouts, which takes subscription_id.',
  'subscriptions/*/upgrade': BY_SCHEDULE,
  'swagger.json': OPENAPI,
  'tax-rates': 'Prices include taxes; Tolbor does not compute them.',
  tokens: "The operator creates tokens with 'bin/tolbor token create'.",
  'webhook-endpoints/*/rotate': 'Use POST /webhook-endpoints/{webhook_endpoint_id}/rotate-secret.',
}
