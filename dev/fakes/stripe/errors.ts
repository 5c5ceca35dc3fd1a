/** An error response of Stripe. Names and types: StripeRawError in the package `stripe`, esm/Types.d.ts. */
export class FakeError extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }
  /** Whether the endpoint had begun to execute: then an idempotency key stores this response. */
  readonly hasBegun: boolean

  constructor(
    status: number,
    type: string,
    message: string,
    { hasBegun = false, ...more }: { code?: string; param?: string; hasBegun?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.error = { type, message, ...more }
    this.hasBegun = hasBegun
  }
}

/** Creates an error for invalid parameters, which are checked before the execution. */
export function invalid(message: string, param: string | null, code?: string): FakeError {
  return new FakeError(400, 'invalid_request_error', message, {
    ...(param && { param }),
    ...(code && { code }),
  })
}

/** Creates an error for a request that the object's state does not allow. It occurs during the execution. */
export function refused(message: string, code?: string): FakeError {
  return new FakeError(400, 'invalid_request_error', message, { hasBegun: true, ...(code && { code }) })
}

/** Creates an error for a missing object. That it occurs during the execution is assumed: Stripe does not publish it. */
export function missing(what: string, id: string, param = 'id'): FakeError {
  return new FakeError(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    ...{ code: 'resource_missing', param, hasBegun: true },
  })
}
