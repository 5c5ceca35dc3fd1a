import { DAY, HOUR, later } from '../../kit/time.ts'
import type { MethodAttempt } from '../attempt.ts'
import { defineManual } from '../manual.ts'
import { manualSteps } from '../manual-steps.ts'
import type { Account } from './settings.ts'

const UNREPORTED_LIFETIME = 24 * HOUR

export const attempt: MethodAttempt<Account> = {
  manual: defineManual('bank_transfer', { window: 3 * DAY, pendingAtOnce: false }),
  check: () => null,
  begin: ({ values, now }) => {
    if (!values) throw new Error('a bank transfer was begun without an account to transfer to')
    const { bank_name: bankName, account_number: accountNumber, account_holder: accountHolder } = values
    return {
      status: 'started',
      expiresAt: later(now, UNREPORTED_LIFETIME),
      account: { bankName, accountNumber, accountHolder },
    }
  },
  next: manualSteps,
}
