import { DAY, HOUR } from '../../kit/time.ts'
import { defineManualMethod } from '../define-manual-method.ts'
import { settings } from './settings.ts'

/** Bank transfer: the customer sends the money and reports it, the merchant checks the account and decides. */
export const bankTransfer = defineManualMethod({
  name: 'bank_transfer',
  settings,
  icon: 'icons/bank',
  report: {
    within: 24 * HOUR,
    account: ({ bank_name: bankName, account_number: accountNumber, account_holder: accountHolder }) => ({
      ...{ bankName, accountNumber, accountHolder },
    }),
  },
  decidedWithin: 3 * DAY,
})
