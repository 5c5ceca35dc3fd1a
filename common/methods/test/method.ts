import type { PaymentMethod } from '../method.ts'
import { attempt } from './attempt.ts'
import { page } from './page.ts'
import { settings } from './settings.ts'

/** A simulated payment in test mode. The customer chooses its outcome on the page. */
export const test: PaymentMethod = { name: 'test', settings, attempt, page }
