import { FakeError, invalid } from './errors.ts'

export interface StoredAnswer {
  /** The endpoint and the parameters that the key was first used with. */
  path: string
  parameters: string
  status: number
  body: object
}

/**
 * The first response of each idempotency key, by the rules for API v1 in docs.stripe.com/api/idempotent_requests and
 * docs.stripe.com/error-low-level#idempotency:
 * - The status and body of the first request are stored for at least 24 hours, also a 500.
 * - Errors before the execution are not stored: invalid parameters, 401, 429, and a conflict with a running request.
 * - Other parameters with the same key are an error. So is another endpoint: stripe/stripe-ruby, issue 598.
 * A replay has the header `Idempotent-Replayed: true`.
 */
export class IdempotencyKeys {
  /** By key: the response, or null while the first request is running. */
  readonly #answers = new Map<string, { path: string; parameters: string; answer: StoredAnswer | null }>()

  /** Returns the stored response of a key, or null for its first request. Throws if the key was used differently. */
  find(name: string, key: string, path: string, parameters: string): StoredAnswer | null {
    if (key.length > 255) throw invalid('Idempotency keys may be at most 255 characters long.', null)
    const known = this.#answers.get(name)
    if (!known) return null
    if (known.path !== path)
      throw reused(`for the same endpoint they were first used for ('${path}' vs '${known.path}')`, key)
    if (known.parameters !== parameters)
      throw reused('with the same parameters they were first used with', key)
    if (!known.answer) throw inUse(key)
    return known.answer
  }

  begin(name: string, path: string, parameters: string): void {
    this.#answers.set(name, { path, parameters, answer: null })
  }

  store(name: string, answer: StoredAnswer): void {
    const { path, parameters } = answer
    this.#answers.set(name, { path, parameters, answer })
  }

  /** Deletes one key, or all without a name. */
  forget(name?: string): void {
    if (name === undefined) this.#answers.clear()
    else this.#answers.delete(name)
  }
}

/** The type and status: docs.stripe.com/api/errors. The message: stripe/stripe-ruby, issues 503 and 598. */
function reused(how: string, key: string): FakeError {
  return new FakeError(
    400,
    'idempotency_error',
    `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`,
  )
}

/**
 * 409: docs.stripe.com/api/errors; the code: docs.stripe.com/error-codes. The type and the message:
 * woocommerce/woocommerce-gateway-stripe, pull request 503.
 */
function inUse(key: string): FakeError {
  return new FakeError(
    409,
    'invalid_request_error',
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  )
}
