import type Stripe from 'stripe'
import { type ProviderCall, ProviderError } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { asProviderError } from './faults.ts'

/** Returns the account's problems: the key has the wrong mode or too few permissions, or charges are not enabled. */
export async function checkAccount(
  stripe: Stripe,
  { account: { isTest } }: ProviderCall<StripeAccount>,
): Promise<string[]> {
  const problems: string[] = []
  try {
    const { data } = await stripe.checkout.sessions.list({ limit: 1 })
    if (data.some(({ livemode }) => livemode === isTest))
      problems.push(
        `The secret key is for ${isTest ? 'live' : 'test'} mode: enter the key for ${isTest ? 'test' : 'live'} mode.`,
      )
  } catch (error) {
    return [problemOf(error)]
  }
  try {
    const { charges_enabled: charges } = await stripe.accounts.retrieveCurrent()
    if (!isTest && !charges)
      problems.push(
        'Stripe does not accept payments for this account yet: complete its activation at Stripe.',
      )
  } catch (error) {
    // A restricted key may lack this permission, which payments do not need.
    if (asProviderError(error).fault !== 'account') throw error
  }
  return problems
}

/**
 * Returns the message of an error that the merchant must fix. Rethrows others, which prove nothing about the
 * account.
 */
function problemOf(error: unknown): string {
  const { fault, message, retryAfter } = asProviderError(error)
  if (fault === 'account' || fault === 'refused') return message
  throw new ProviderError(fault, message, retryAfter)
}
