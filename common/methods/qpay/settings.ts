import type { MethodSettings, Values } from '../settings.ts'

/** The credentials that QPay gives a merchant: for its sandbox in test mode, for money in live mode. */
export type Account = Values<'username' | 'password' | 'invoice_code'>

/** The currency of every QPay invoice. */
export const CURRENCY = 'MNT'

export const settings: MethodSettings<Account> = {
  form: {
    description: 'QPay: a QR code, and the apps of Mongolian banks. For projects in MNT.',
    guide: 'qpay.settings_guide',
    byMode: true,
    fields: {
      username: {
        label: 'qpay.username',
        description: 'Your user name at QPay (`client_id`).',
        example: 'SHOP_MN',
        maxLength: 255,
        secret: false,
        option: {
          name: 'qpay-username',
          value: 'NAME',
          help: 'With the next two: customers can pay by QPay',
        },
      },
      password: {
        label: 'qpay.password',
        description: 'Your password at QPay (`client_secret`).',
        example: 'wBDUzy8n',
        maxLength: 255,
        secret: true,
        option: { name: 'qpay-password', value: 'PASSWORD', help: 'The password that QPay gave you' },
      },
      invoice_code: {
        label: 'qpay.invoice_code',
        description: 'The code of your invoices at QPay.',
        example: 'SHOP_MN_INVOICE',
        maxLength: 45,
        secret: false,
        option: { name: 'qpay-invoice-code', value: 'CODE', help: 'The code of your invoices at QPay' },
      },
    },
  },
  offered: ({ values, currency }) => values?.enabled === true && currency === CURRENCY,
}
