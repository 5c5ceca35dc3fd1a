export type Params = Record<string, string | number>
type Sentence = (params: Params) => string

/** Code, HTTP status and sentence. A problem with a field also has an example path for the reference. */
type Entry =
  | readonly [status: 422, sentence: Sentence, path: string]
  | readonly [status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503, sentence: Sentence]

const UNAUTHENTICATED: Readonly<Record<string, string>> = {
  missing: 'The request contains no API token. Send one in the header: Authorization: Bearer <API_TOKEN>.',
  scheme: 'The Authorization header contains no bearer token. Send it as: Authorization: Bearer <API_TOKEN>.',
  malformed:
    'This is not an API token. A token is sk_test_ or sk_live_ and 43 characters: copy the whole token.',
  webhook_secret:
    'This is the secret of a webhook endpoint, which verifies webhooks. Send an API token: sk_test_… or sk_live_….',
  publishable:
    'This looks like a publishable key, which does not exist here. Call the API from your server, with sk_test_… or sk_live_….',
  placeholder:
    'This is a placeholder or a quoted text, not an API token. In a shell, put the header in double quotes, so that $TOKEN is replaced.',
  unknown: 'This API token is unknown here. Copy it again, and check that it is a token of this service.',
  revoked: 'This API token was revoked. Use another token of the project.',
}

/** Names the mode that was searched, because mixing up the modes is a common mistake. */
function inMode(mode: string | number | undefined): string {
  return mode === undefined ? '' : ` in ${mode} mode; this token is a ${mode} one`
}

/** How to find an object in the API without its id. */
export const FIND: Readonly<Record<string, string>> = {
  payment: ' GET /payments?reference= finds one by its reference.',
  customer: ' GET /customers?email= and GET /customers/by-client-reference-id/… find one without its id.',
  'customer with this client_reference_id': ' POST /customers creates one.',
  checkout: ' GET /checkouts?client_reference_id= finds one by your reference.',
  invoice: ' GET /search?q= finds one by its number.',
  subscription: ' GET /subscriptions?customer_id= lists the subscriptions of a customer.',
  price: ' GET /prices?lookup_key= finds one by its lookup key.',
  'promotion code': ' GET /promotion-codes?code= finds one by its code.',
  project: " The operator's 'bin/tolbor project list' shows the existing ones.",
  product: ' GET /products lists the existing ones.',
  refund: ' GET /refunds?payment_id= lists the refunds of a payment.',
  event: ' GET /events lists the existing ones.',
  rehearsal: ' POST /webhook-endpoints/{webhook_endpoint_id}/rehearse starts one.',
  'test clock': ' GET /test-clocks lists the existing ones.',
  'webhook endpoint': ' GET /webhook-endpoints lists the existing ones.',
  'webhook delivery': ' GET /webhook-deliveries lists the existing ones.',
}

/** Returns advice about an unknown lookup key. A key of digits is probably an id. */
function orById(key: string | number | undefined): string {
  return /^\d+$/.test(String(key)) ? ' Pass an id as price_id.' : ' GET /prices lists the existing ones.'
}

/** What to do with an object whose status rules an operation out, by its status. */
type NextSteps = Readonly<Record<string, string>>

const CHECKOUT_NEXT: NextSteps = {
  pending: ' Confirm or reject its payment first: GET /payments?checkout_id= shows it.',
  expired: ' Create a new one. If money arrived late: POST /payments/{id}/confirm with accept_late.',
  complete: ' To return the money, refund its payment: POST /payments/{id}/refunds.',
}
const PAYMENT_NEXT: NextSteps = {
  started: ' The customer has not paid yet. To stop it, expire its checkout or void its invoice.',
  failed: ' If the money has arrived, confirm the payment first.',
  canceled: ' If the money has arrived, confirm the payment first.',
  refunded: ' All of it was refunded before: GET /payments/{id} lists its refunds.',
}
const DECIDED_NEXT: NextSteps = {
  paid: ' To return the money, refund it: POST /payments/{id}/refunds.',
  refund_required: ' Return the money, and record it: POST /payments/{id}/refunds.',
  started: ' To stop it, expire its checkout or void its invoice. If the money has arrived, confirm it.',
  failed: ' If the money has arrived, confirm it.',
  canceled: ' If the money has arrived, confirm it.',
  refunded: ' The customer can pay again with a new checkout or invoice.',
}
const INVOICE_NEXT: NextSteps = {
  draft: 'Finalize it to open it, or delete it.',
  paid: 'To return the money, refund its payment: POST /payments/{id}/refunds.',
  void: 'Create a new one: POST /invoices.',
}
const DRAFT_NEXT: NextSteps = {
  open: 'Send the customer to its url, or void it.',
  paid: 'There is nothing left to do.',
  void: 'Create a new one: POST /invoices.',
}

/**
 * Every error of the API. Published codes never change; the sentences may. An endpoint with another field path
 * names it in its `paths`.
 */
export const refusals = {
  invalid_json: [
    400,
    ({ line, column, advice, encoding, byte }) => {
      if (byte !== undefined) return `Byte ${byte} of the body is not UTF-8. Encode the body as UTF-8.`
      if (encoding !== undefined)
        return `The body cannot be decompressed: it is not ${encoding}, or it is cut off. Compress it as Content-Encoding says, or leave this header out.`
      return line === undefined
        ? 'The body is not valid JSON. Send one JSON object, encoded in UTF-8.'
        : `The body is not valid JSON: see line ${line}, column ${column}. ${advice} Send one JSON object, encoded in UTF-8.`
    },
  ],
  unauthenticated: [401, ({ because = 'missing' }) => UNAUTHENTICATED[because] ?? ''],
  forbidden: [
    403,
    () =>
      'This API token does not belong to this project. Use a token of this project, or the project of this token.',
  ],
  not_found: [
    404,
    ({ what = 'object', advice, mode }) =>
      advice === undefined
        ? `There is no such ${what}${inMode(mode)}.${mode === undefined ? '' : (FIND[String(what)] ?? '')}`
        : `There is no such ${what}. ${advice}`,
  ],
  method_not_allowed: [
    405,
    ({ method, allow, instead }) =>
      `${method} is not possible at this path. ${instead === undefined ? `Use ${allow}.` : `${instead} Methods here: ${allow}.`}`,
  ],
  body_too_large: [
    413,
    ({ limit = '256 KiB' }) => `The body is larger than ${limit}. Send less in one request.`,
  ],
  unsupported_media_type: [
    415,
    ({ types, encoding }) => {
      if (encoding !== undefined)
        return `The Content-Encoding ${encoding} cannot be read. Use gzip, deflate or br, or leave this header out.`
      return types === undefined
        ? 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.'
        : `Send the file itself as the body, with the header Content-Type: ${types}.`
    },
  ],
  rate_limited: [429, () => 'Too many requests. Wait as long as Retry-After says and try again.'],
  internal_error: [
    500,
    () => 'An internal error occurred. Try again. If it fails again, send the request_id to the operator.',
  ],
  unavailable: [
    503,
    () => 'The service cannot answer right now. Wait as long as Retry-After says, then try again.',
  ],
  overloaded: [
    503,
    () => 'The service is handling too many requests. Wait as long as Retry-After says, then try again.',
  ],

  validation_failed: [
    422,
    ({ sentence = 'This value is not valid.' }) => String(sentence),
    'items.0.quantity',
  ],
  unsupported_filter_combination: [
    422,
    ({ filters = 'customer_id and client_reference_id', few = 200, combinations = '' }) =>
      `${filters} cannot be combined here: no index covers them, and each matches more than ${few} objects. Omit one, or use a value that matches fewer. ${combinations ? `These can always be combined: ${combinations}. ` : ''}Each can be combined with created[…], after and before.`,
    'customer_id',
  ],
  idempotency_key_reused: [
    422,
    () => 'This Idempotency-Key was used with another request. Use a new key for a new request.',
    'Idempotency-Key',
  ],
  idempotency_in_progress: [
    409,
    () => 'The first request with this Idempotency-Key is still running. Try again in a second.',
  ],
  idempotency_key_expired: [
    409,
    () =>
      'The response for this Idempotency-Key was deleted when its customer was erased. Use a new key for a new request.',
  ],

  lookup_key_not_found: [
    422,
    ({ key, mode }) => `The price key '${key}' does not exist in this project${inMode(mode)}.${orById(key)}`,
    'items.0.price',
  ],
  lookup_key_taken: [
    422,
    ({ key }) =>
      `The lookup key '${key}' belongs to another price. Pass "transfer_lookup_key": true to move it here.`,
    'lookup_key',
  ],
  promotion_code_taken: [
    422,
    ({ code }) => `The promotion code '${code}' exists already. Use another code, or change that one.`,
    'code',
  ],
  price_not_found: [
    422,
    ({ id, mode }) =>
      `There is no price ${id} in this project${inMode(mode)}. GET /prices lists the existing ones.`,
    'items.0.price_id',
  ],
  price_inactive: [
    422,
    ({ id }) =>
      `The price ${id} or its product is archived. Use an active price, or activate both: PATCH with "active": true.`,
    'items.0.price',
  ],
  price_not_recurring: [
    422,
    ({ id }) =>
      `The price ${id} is not recurring. Use a price with recurring_interval: GET /prices lists them.`,
    'price',
  ],
  product_not_found: [
    422,
    ({ id, mode }) =>
      `There is no product ${id} in this project${inMode(mode)}. GET /products lists the existing ones.`,
    'product_id',
  ],
  customer_not_found: [
    422,
    ({ id, mode }) =>
      `There is no customer ${typeof id === 'number' ? id : `'${id}'`} in this project${inMode(mode)}. Create the customer first: POST /customers.`,
    'customer_id',
  ],
  customer_required: [422, () => 'A recurring price needs a customer. Pass customer_id.', 'customer_id'],
  customer_has_subscription: [
    409,
    () =>
      'This customer still has a subscription. Cancel it first: POST /subscriptions/{subscription_id}/cancel with "mode": "immediately". Then delete the customer.',
  ],
  payment_in_progress: [
    409,
    () => 'A payment for this is being processed by the bank. Wait until it has succeeded or failed.',
  ],
  customer_has_pending_payment: [
    409,
    () =>
      'A payment of this customer awaits a decision. Confirm or reject it first: GET /payments?customer_id= shows it.',
  ],
  single_item_required: [
    422,
    () => 'A checkout with a recurring price must contain exactly one item. Pass only that item.',
    'items',
  ],
  discount_exceeds_subtotal: [
    422,
    ({ discount, subtotal }) =>
      `The discounts add up to ${discount}, more than the items' ${subtotal}. Lower the discounts.`,
    'discounts',
  ],
  amount_too_large: [
    422,
    () => 'The total is larger than 9007199254740991. Lower an amount or a quantity.',
    'items.0.quantity',
  ],
  subscription_not_found: [
    422,
    ({ id, mode }) =>
      `This customer has no subscription ${id}${inMode(mode)}. GET /subscriptions?customer_id= lists theirs.`,
    'subscription_id',
  ],
  subscription_id_required: [
    422,
    ({ id }) =>
      `The customer has subscription ${id} on this product at another price. Pass "subscription_id": ${id} to change its plan.`,
    'subscription_id',
  ],
  subscription_canceled: [
    409,
    ({
      sentence = 'This subscription is fully canceled. Start a new one: POST /checkouts, without subscription_id.',
    }) => String(sentence),
  ],
  subscription_not_past_due: [
    409,
    ({ status }) =>
      status === 'canceled'
        ? 'This subscription is canceled, not past_due. A new one begins with POST /checkouts.'
        : `This subscription is ${status}, not past_due. Its customer is reminded automatically before the period ends.`,
  ],
  period_too_long: [
    422,
    () => 'The paid time would end more than 100 years ahead. Choose fewer periods.',
    'items.0.quantity',
  ],
  plan_change_at_period_end: [
    422,
    ({ credit, amount }) =>
      `The credit for the days left, ${credit}, covers the new price of ${amount}. Use schedule-change: the plan then changes when the period ends.`,
    'items.0.price',
  ],
  renewal_already_paid: [
    409,
    () => 'The renewal of this schedule is already paid. Change the plan after the renewal has begun.',
  ],
  plan_limit_reached: [
    422,
    ({ limit, project }) =>
      `The Starter plan allows ${limit} live subscriptions, and the project has reached this limit. The operator can raise it with 'bin/tolbor project update ${project} --plan growth'.`,
    'items.0.price',
  ],
  no_payment_method: [
    422,
    ({ project, settings, enabled = 'is enabled' }) =>
      `This cannot be paid: no payment method ${enabled} in live mode. Enable one of ${settings} with PATCH /v1/projects/${project}, or ask the operator for 'bin/tolbor project update ${project}'.`,
    'amount',
  ],
  trial_already_used: [
    422,
    () => 'This customer has already had a trial of this product. Sell it with a checkout: POST /checkouts.',
    'customer_id',
  ],
  already_subscribed: [
    422,
    ({ current }) =>
      current
        ? `This subscription is fully canceled. The customer's present one on this product is ${current}: change that one.`
        : 'This customer already has a subscription on this product. Renew it, or change its plan, with a checkout: POST /checkouts with subscription_id.',
    'customer_id',
  ],
  test_clock_busy: [
    409,
    () => 'This test clock is advancing. Wait until its status is ready: GET /test-clocks/{test_clock_id}.',
  ],
  test_clock_backwards: [
    422,
    ({ now }) => `A test clock only goes forward: frozen_time must be after ${now}.`,
    'frozen_time',
  ],
  checkout_not_open: [
    409,
    ({ status }) =>
      `This checkout is ${status}. Only an open one can be paid or expired.${CHECKOUT_NEXT[String(status)] ?? ''}`,
  ],
  payment_not_pending: [
    409,
    ({
      status,
      sentence = `This payment is ${status}, not pending: it cannot be rejected.${DECIDED_NEXT[String(status)] ?? ''}`,
    }) => String(sentence),
  ],
  payment_not_paid: [
    409,
    ({ status }) =>
      status === 'pending'
        ? 'This payment is pending. Reject it first, then refund the money that has arrived.'
        : `This payment is ${status}: it has no money to refund.${PAYMENT_NEXT[String(status)] ?? ''}`,
  ],
  refund_exceeds_payment: [
    422,
    ({ amount, left }) =>
      left === 0
        ? 'This payment has no money left to refund. See its `refunds`.'
        : `The refund of ${amount} is more than the ${left} that can still be refunded. Send at most ${left}, or leave amount out to refund all of it.`,
    'amount',
  ],
  invoice_not_draft: [
    409,
    ({ status, instead = DRAFT_NEXT[String(status)] }) =>
      `This invoice is ${status}, not a draft.${instead ? ` ${instead}` : ''}`,
  ],
  invoice_not_open: [
    409,
    ({ status, instead = INVOICE_NEXT[String(status)] }) =>
      status === 'pending'
        ? 'A payment for this invoice awaits a decision. Confirm or reject it first.'
        : `This invoice is ${status}, not open.${instead ? ` ${instead}` : ''}`,
  ],
  no_email_address: [
    409,
    ({ id, of }) =>
      of === 'subscription'
        ? `The customer of this subscription has no email address. Add one with PATCH /customers/${id}.`
        : id === undefined
          ? 'This invoice has no email address. Send its url to the customer, or void it and create a new one with customer_email.'
          : `This invoice and its customer have no email address. Add one with PATCH /customers/${id}, or send the invoice's url to the customer.`,
  ],
  email_limit_reached: [
    409,
    ({ at, most, of }) =>
      of === 'subscription'
        ? `The renewal link cannot be emailed before ${at}. The same address gets it once an hour at most.`
        : `This invoice cannot be emailed before ${at}. The same address gets it once an hour at most, and a customer gets ${most} emails of invoices within 24 hours at most. Until then, send its url to the customer.`,
  ],
  endpoint_inactive: [
    409,
    () => 'This webhook endpoint is inactive. Activate it first: PATCH with "active": true.',
  ],
} as const satisfies Record<string, Entry>

export type Code = keyof typeof refusals

/** A problem with a request. `path` names the field, such as `items.0.price`, if there is one. */
export interface Problem {
  readonly code: Code
  readonly path?: string
  readonly params?: Params
}

export function statusOf(code: Code): number {
  return refusals[code][0]
}

/** Returns the example path of an error in the reference; undefined if it does not concern a field. */
export function pathOf(code: Code): string | undefined {
  const [, , path]: Entry = refusals[code]
  return path
}

/** Returns the sentence of a problem. `known` has further parameters from the caller, such as the mode. */
export function sentenceOf({ code, params = {} }: Problem, known: Params = {}): string {
  return refusals[code][1]({ ...known, ...params })
}

/** The most problems in one response. Fix these first if there are more. */
export const MOST_LISTED = 100

/** All problems of a request. An operation collects them and throws once. */
export class Refusal extends Error {
  readonly problems: readonly [Problem, ...Problem[]]
  /** The number of problems that are not listed. */
  readonly unlisted: number

  constructor(given: Problem | readonly [Problem, ...Problem[]], more = 0) {
    const problems: readonly [Problem, ...Problem[]] = isList(given) ? given : [given]
    const [first, ...others] = problems
    const listed: [Problem, ...Problem[]] = [first, ...others.slice(0, MOST_LISTED - 1)]
    super(listed.map((problem) => sentenceOf(problem)).join(' '))
    this.problems = listed
    this.unlisted = more + problems.length - listed.length
  }

  /** Returns the HTTP status. A problem with a field is always 422, even if it is caused by an object's state. */
  get status(): number {
    const status = statusOf(this.code)
    return status === 409 && this.problems.some(({ path }) => path !== undefined) ? 422 : status
  }

  /** Returns the code if all problems share it, otherwise `validation_failed`. */
  get code(): Code {
    const { code } = this.problems[0]
    return this.problems.every((problem) => problem.code === code) ? code : 'validation_failed'
  }
}

function isList<Item extends object>(
  given: Item | readonly [Item, ...Item[]],
): given is readonly [Item, ...Item[]] {
  return Array.isArray(given)
}

/** Collects the problems of a request while it is validated, to throw them once. */
export class Problems {
  readonly #list: Problem[] = []
  /** The paths of all problems and of their parents, so that `has` need not search the list. */
  readonly #paths = new Set<string>()
  #more = 0

  add(code: Code, path?: string, params?: Params): void {
    if (path !== undefined) this.#mark(path)
    if (this.#list.length === MOST_LISTED) this.#more += 1
    else this.#list.push({ code, ...(path !== undefined && { path }), ...(params && { params }) })
  }

  /** Counts problems that are not listed individually. */
  addUnlisted(count: number): void {
    this.#more += count
  }

  addAll(others: Problems): void {
    for (const { code, path, params } of others.#list) this.add(code, path, params)
    for (const path of others.#paths) this.#paths.add(path)
    this.#more += others.#more
  }

  /** Returns whether there is a problem at `path` or below it. */
  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** Throws all problems as one `Refusal`, if there are any. */
  refuse(): void {
    const [first, ...others] = this.#list
    if (first) throw new Refusal([first, ...others], this.#more)
  }

  #mark(path: string): void {
    this.#paths.add(path)
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
      this.#paths.add(path.slice(0, end))
  }
}
