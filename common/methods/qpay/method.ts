import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { type Account, settings } from './settings.ts'

/** The customer scans QPay's code, or opens it in the app of their bank; QPay says when the money has come. */
export const qpay: PaymentMethod<Account> = { name: 'qpay', settings, attempt, page }
