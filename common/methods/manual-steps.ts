import { DAY, later } from '../kit/time.ts'
import type { MethodAttempt } from './attempt.ts'

const REMINDERS = 15

/**
 * Returns the steps of a manual payment: it lapses if it is not reported, and the merchant is reminded a day before the
 * time to decide ends, then daily for fourteen days.
 */
export const manualSteps: MethodAttempt['next'] = ({ status, expiresAt }, after) => {
  if (!expiresAt) return null
  if (status === 'started') return { step: 'give_up', at: expiresAt }
  if (status !== 'pending') return null
  for (let day = 0; day < REMINDERS; day += 1) {
    const at = later(expiresAt, (day - 1) * DAY)
    if (at > after) return { step: 'remind_merchant', at }
  }
  return null
}
