/** An error as Stripe answers it. Its names and types: StripeRawError in the package `stripe`, esm/Types.d.ts. */
export class FakeError extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }
  /** Whether the endpoint had begun to execute, so that an idempotency key keeps this answer. */
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

/** Parameters that are wrong: seen before anything is executed. */
export function invalid(message: string, param: string | null, code?: string): FakeError {
  return new FakeError(400, 'invalid_request_error', message, {
    ...(param && { param }),
    ...(code && { code }),
  })
}

/** A request whose parameters are right, and that the object's state does not allow: seen while it executes. */
export function refused(message: string, code?: string): FakeError {
  return new FakeError(400, 'invalid_request_error', message, { hasBegun: true, ...(code && { code }) })
}

/** An object that is not there. That looking it up belongs to the execution is assumed: Stripe does not publish it. */
export function missing(what: string, id: string, param = 'id'): FakeError {
  return new FakeError(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    ...{ code: 'resource_missing', param, hasBegun: true },
  })
}
