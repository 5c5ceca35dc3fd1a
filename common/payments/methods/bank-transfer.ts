import { DAY, HOUR, later } from '../../kit/time.ts'
import type { PaymentMethod } from './method.ts'

const UNCLAIMED_LIFETIME = 24 * HOUR
const REMINDERS = 15

/** The customer transfers by hand and reports it; the merchant looks at the account and decides. */
export const bankTransfer: PaymentMethod = {
  name: 'bank_transfer',
  offered: ({ project }) => project.paymentSettings.bank_transfer?.enabled === true,
  check: () => null,
  begin: ({ project }, _form, now) => {
    const settings = project.paymentSettings.bank_transfer
    if (!settings) throw new Error('bank transfer was begun without its settings')
    const { bank_name: bankName, account_number: accountNumber, account_holder: accountHolder } = settings
    return {
      status: 'started',
      expiresAt: later(now, UNCLAIMED_LIFETIME),
      account: { bankName, accountNumber, accountHolder },
    }
  },
  next: ({ status, expiresAt }, now) => {
    if (!expiresAt) return null
    if (status === 'started') return { step: 'give_up', at: expiresAt }
    return status === 'pending' ? nextReminder(expiresAt, now) : null
  },
}

/** The merchant is reminded a day before the window ends, and daily from there, for fourteen days more. */
function nextReminder(expiresAt: Date, after: Date) {
  for (let day = 0; day < REMINDERS; day += 1) {
    const at = later(expiresAt, (day - 1) * DAY)
    if (at > after) return { step: 'remind_merchant', at } as const
  }
  return null
}
