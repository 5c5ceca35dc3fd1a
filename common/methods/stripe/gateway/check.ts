import type Stripe from 'stripe'
import { type ProviderCall, ProviderError } from '../../provider.ts'
import type { StripeAccount } from '../settings.ts'
import { asProviderError } from './faults.ts'

/** What is wrong with the account, in words: whether the key may do what we need, in this mode, and charges are taken. */
export async function checkAccount(
  stripe: Stripe,
  { account: { isTest } }: ProviderCall<StripeAccount>,
): Promise<string[]> {
  const problems: string[] = []
  try {
    const { data } = await stripe.checkout.sessions.list({ limit: 1 })
    if (data.some(({ livemode }) => livemode === isTest))
      problems.push(
        `The secret key is one of ${isTest ? 'live' : 'test'} mode: enter that of ${isTest ? 'test' : 'live'} mode.`,
      )
  } catch (error) {
    return [wordsOf(error)]
  }
  try {
    const { charges_enabled: charges } = await stripe.accounts.retrieveCurrent()
    if (!isTest && !charges)
      problems.push('Stripe takes no payments for this account yet: complete its activation at Stripe.')
  } catch (error) {
    // A restricted key need not see the account: it was good enough for what we do with it.
    if (asProviderError(error).fault !== 'account') throw error
  }
  return problems
}

/** What only the merchant can mend is told; that Stripe is away says nothing about the account. */
function wordsOf(error: unknown): string {
  const told = asProviderError(error)
  if (told.fault === 'account' || told.fault === 'refused') return told.message
  throw new ProviderError(told.fault, told.message, told.retryAfter)
}
