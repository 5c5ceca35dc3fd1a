import type { MethodSettings, Values } from '../settings.ts'

/** Account that customers transfer to, shown to them as entered. */
export type Account = Values<'bank_name' | 'account_number' | 'account_holder'>

export const settings: MethodSettings<Account> = {
  form: {
    description: 'A transfer to your account, which you confirm.',
    guide: 'bank_transfer.settings_guide',
    byMode: false,
    fields: {
      bank_name: {
        label: 'account.bank',
        description: 'Your bank.',
        example: 'Khan Bank',
        maxLength: 255,
        secret: false,
        option: {
          name: 'bank-name',
          value: 'BANK',
          help: 'With the next two: customers can pay by bank transfer',
        },
      },
      account_number: {
        label: 'account.number',
        description: 'Your account.',
        example: '5001234567',
        maxLength: 64,
        secret: false,
        option: { name: 'account-number', value: 'NUMBER', help: 'The account to transfer to' },
      },
      account_holder: {
        label: 'account.holder',
        description: 'The account holder.',
        example: 'Shop LLC',
        maxLength: 255,
        secret: false,
        option: { name: 'account-holder', value: 'NAME', help: 'The account holder' },
      },
    },
  },
  offered: ({ values }) => values?.enabled === true,
}
