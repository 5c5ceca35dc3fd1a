import { readRetryAfter } from '../../../kit/retry-after.ts'
import { realNow } from '../../../runtime/clock.ts'
import { LONGEST_PAUSE, ProviderError } from '../../provider.ts'

/** What of an error of the package is looked at; told by its shape, so that the package need not be loaded. */
interface StripeFault {
  statusCode?: number
  rawType?: string
  code?: string
  param?: string
  message: string
  headers?: Record<string, string>
}

/** Codes of errors that only the merchant can mend, whatever their status. */
const ACCOUNT_CODES = new Set([
  'account_closed',
  'account_invalid',
  'api_key_expired',
  'platform_api_key_expired',
  'secret_key_required',
  'testmode_charges_only',
])

/** The statuses by which Stripe refuses a request for good; any other but success is asked again. */
const REFUSALS = new Set([400, 402, 404, 424])

/** What of Stripe's own words is passed on: no key, and no more than fits. */
const SECRET = /\b(?:[srp]k|whsec)_[\w*]+/g
const LONGEST = 300

/** Why Stripe gave no answer that can be used, in words for the merchant. A mistake of ours is none of that, and thrown on. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (isOurMistake(error)) throw error
  const fault = asFault(error)
  const { statusCode, rawType, code, message, headers } = fault
  const endsAttempt = isKept(fault)
  if (statusCode === undefined)
    return new ProviderError('unreachable', 'Stripe gave no answer that can be read.')
  if (statusCode === 429 || code === 'rate_limit' || code === 'lock_timeout')
    return new ProviderError(
      'limited',
      'Stripe takes no more requests at the moment.',
      readRetryAfter(headers?.['retry-after'], realNow(), LONGEST_PAUSE),
    )
  if (statusCode === 401)
    return new ProviderError(
      'account',
      code === 'api_key_expired'
        ? 'Stripe says that the secret key has expired: enter the new one of your account.'
        : 'Stripe does not accept the secret key: enter it anew, as Stripe shows it for this mode.',
    )
  if (statusCode === 403)
    return new ProviderError(
      'account',
      'Stripe says that the key may not do this: give a restricted key “Write” for Checkout Sessions and Refunds, and “Read” for PaymentIntents and Charges.',
    )
  if (code !== undefined && ACCOUNT_CODES.has(code))
    return new ProviderError('account', `Stripe says of the account: ${told(message)}`)
  if (!REFUSALS.has(statusCode) || rawType === 'api_error')
    return new ProviderError('unreachable', `Stripe answered with ${String(statusCode)}.`, null, {
      endsAttempt,
    })
  return new ProviderError('refused', `Stripe refuses this: ${told(message)}`, null, { endsAttempt })
}

/**
 * Returns whether Stripe gives this answer again under the same idempotency key: it keeps the status and body of a request that
 * it has begun to execute, 500s included (docs.stripe.com/api/idempotent_requests). An answer without a type is not Stripe's
 * own: the request may still be executed, and only the same key makes sure that it is so once.
 */
function isKept({ statusCode = 0, rawType }: StripeFault): boolean {
  if (rawType === undefined || rawType === '') return false
  return statusCode >= 500 || REFUSALS.has(statusCode)
}

/** A mistake of ours, which nobody at Stripe can do anything about. */
function isOurMistake(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

/** Whether Stripe says that what was asked about does not exist there. */
export function isMissing(error: unknown): boolean {
  const { statusCode, code } = asFault(error)
  return statusCode === 404 || code === 'resource_missing'
}

/** Which value of a request Stripe does not take; null where it says nothing of the kind. */
export function refusedParameter(error: unknown): string | null {
  const { statusCode, param } = asFault(error)
  return statusCode === 400 ? (param ?? null) : null
}

function asFault(error: unknown): StripeFault {
  const known = typeof error === 'object' && error !== null && 'statusCode' in error
  return known ? (error as StripeFault) : { message: '' }
}

function told(message: string): string {
  return message.replace(SECRET, '…').replace(/\s+/g, ' ').slice(0, LONGEST)
}
