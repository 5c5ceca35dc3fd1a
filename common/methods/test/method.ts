import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { settings } from './settings.ts'

/** Pretends to pay, in test mode: the customer picks on the page how it ends. */
export const test: PaymentMethod = { name: 'test', settings, attempt, page }
