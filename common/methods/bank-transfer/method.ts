import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { type Account, settings } from './settings.ts'

/** Bank transfer: the customer transfers and reports it, the merchant checks the account and decides. */
export const bankTransfer: PaymentMethod<Account> = { name: 'bank_transfer', settings, attempt, page }
