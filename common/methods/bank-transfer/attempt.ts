import { DAY, HOUR, later } from '../../kit/time.ts'
import type { MethodAttempt } from '../attempt.ts'
import type { Account } from './settings.ts'

const UNCLAIMED_LIFETIME = 24 * HOUR
/** Time for the merchant to check the account. */
const WINDOW = 3 * DAY
const REMINDERS = 15

export const attempt: MethodAttempt<Account> = {
  claim: { window: WINDOW },
  check: () => null,
  begin: ({ values, now }) => {
    if (!values) throw new Error('a bank transfer was begun without an account to transfer to')
    const { bank_name: bankName, account_number: accountNumber, account_holder: accountHolder } = values
    return {
      status: 'started',
      expiresAt: later(now, UNCLAIMED_LIFETIME),
      account: { bankName, accountNumber, accountHolder },
    }
  },
  next: ({ status, expiresAt }, after) => {
    if (!expiresAt) return null
    if (status === 'started') return { step: 'give_up', at: expiresAt }
    return status === 'pending' ? nextReminder(expiresAt, after) : null
  },
}

/** Returns the next reminder of the merchant: a day before the window ends, then daily for fourteen days. */
function nextReminder(expiresAt: Date, after: Date) {
  for (let day = 0; day < REMINDERS; day += 1) {
    const at = later(expiresAt, (day - 1) * DAY)
    if (at > after) return { step: 'remind_merchant', at } as const
  }
  return null
}
