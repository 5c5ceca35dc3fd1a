import { readRetryAfter } from '../../../kit/retry-after.ts'
import { realNow } from '../../../runtime/clock.ts'
import { LONGEST_PAUSE, ProviderError } from '../../provider.ts'

/** The used fields of the package's errors. They are recognized by shape, so that the package need not be loaded. */
interface StripeFault {
  statusCode?: number
  rawType?: string
  code?: string
  param?: string
  message: string
  headers?: Record<string, string>
}

/** Codes of errors that only the merchant can fix, with any status. */
const ACCOUNT_CODES = new Set([
  'account_closed',
  'account_invalid',
  'api_key_expired',
  'platform_api_key_expired',
  'secret_key_required',
  'testmode_charges_only',
])

/** The statuses of permanent refusals. After any other error the request is repeated. */
const REFUSALS = new Set([400, 402, 404, 424])

/** Keys are removed from Stripe's messages, and long messages are truncated. */
const SECRET = /\b(?:[srp]k|whsec)_[\w*]+/g
const LONGEST = 300

/** Converts an error of a call, with a message for the merchant. Rethrows errors that are bugs of our own. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (isBug(error)) throw error
  const fault = asFault(error)
  const { statusCode, rawType, code, message, headers } = fault
  const endsAttempt = isStored(fault)
  if (statusCode === undefined)
    return new ProviderError('unreachable', 'Stripe returned an answer that cannot be read.')
  if (statusCode === 429 || code === 'rate_limit' || code === 'lock_timeout')
    return new ProviderError(
      'limited',
      'Stripe accepts no more requests at the moment.',
      readRetryAfter(headers?.['retry-after'], realNow(), LONGEST_PAUSE),
    )
  if (statusCode === 401)
    return new ProviderError(
      'account',
      code === 'api_key_expired'
        ? 'The secret key has expired: enter the new one of your account.'
        : 'Stripe does not accept the secret key: enter it again, as Stripe shows it for this mode.',
    )
  if (statusCode === 403)
    return new ProviderError(
      'account',
      'The key lacks a permission: give a restricted key “Write” for Checkout Sessions and Refunds, and “Read” for PaymentIntents and Charges.',
    )
  if (code !== undefined && ACCOUNT_CODES.has(code))
    return new ProviderError('account', `Stripe has a problem with the account: ${cleaned(message)}`)
  if (!REFUSALS.has(statusCode) || rawType === 'api_error')
    return new ProviderError('unreachable', `Stripe answered with ${String(statusCode)}.`, null, {
      endsAttempt,
    })
  return new ProviderError('refused', `Stripe refused the request: ${cleaned(message)}`, null, {
    endsAttempt,
  })
}

/**
 * Returns whether Stripe repeats this answer for the same idempotency key. It stores the status and body of
 * each request that it has begun to execute, also with status 500 (docs.stripe.com/api/idempotent_requests).
 * An answer without a type comes from elsewhere: the request may still be executed, and only the same key
 * prevents a second execution.
 */
function isStored({ statusCode = 0, rawType }: StripeFault): boolean {
  if (rawType === undefined || rawType === '') return false
  return statusCode >= 500 || REFUSALS.has(statusCode)
}

/** Returns whether an error is a bug of our own. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

/** Returns whether the requested object does not exist at Stripe. */
export function isMissing(error: unknown): boolean {
  const { statusCode, code } = asFault(error)
  return statusCode === 404 || code === 'resource_missing'
}

/** Returns the parameter that Stripe refused; null if the error is another one. */
export function refusedParameter(error: unknown): string | null {
  const { statusCode, param } = asFault(error)
  return statusCode === 400 ? (param ?? null) : null
}

function asFault(error: unknown): StripeFault {
  const known = typeof error === 'object' && error !== null && 'statusCode' in error
  return known ? (error as StripeFault) : { message: '' }
}

function cleaned(message: string): string {
  return message.replace(SECRET, '…').replace(/\s+/g, ' ').slice(0, LONGEST)
}
