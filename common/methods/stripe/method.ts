import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { settings, type StripeAccount } from './settings.ts'

/** The customer pays on a page of Stripe's; no number of a card ever comes to us. */
export const stripe: PaymentMethod<StripeAccount> = { name: 'stripe', settings, attempt, page }
