import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { settings, type StripeAccount } from './settings.ts'

/** Stripe: the customer pays on a Stripe page, so that we never receive a card number. */
export const stripe: PaymentMethod<StripeAccount> = { name: 'stripe', settings, attempt, page }
