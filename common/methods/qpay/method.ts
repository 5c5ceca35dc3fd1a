import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { type Account, settings } from './settings.ts'

/** QPay: the customer scans its code or opens it in a bank's app, and QPay reports when the money has arrived. */
export const qpay: PaymentMethod<Account> = { name: 'qpay', settings, attempt, page }
