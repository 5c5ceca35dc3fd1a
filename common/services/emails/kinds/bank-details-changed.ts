import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { dashboardPage, noticeFacts, type OwnerNotice } from './owner-notice.ts'

/** To each owner: customers transfer money to another account from now on. */
export interface BankDetailsChangedPayload extends OwnerNotice {
  account: { bank_name: string | null; account_number: string | null; account_holder: string | null }
}

/** To each owner, so that an attacker cannot redirect transfers unnoticed. */
export const bankDetailsChanged = defineEmail<BankDetailsChangedPayload>({
  template: 'bank_details_changed',
  to: 'member',
  personal: 'kept',
  stillTrue: always,
  content(payload, setting) {
    const { t, shop } = setting
    const { account } = payload
    return {
      subject: t('email.bank_details.subject', { shop }),
      preview: t('email.bank_details.lead', { shop }),
      facts: [
        ...fact(t('account.bank'), account.bank_name),
        ...fact(t('account.number'), account.account_number, true),
        ...fact(t('account.holder'), account.account_holder),
        ...noticeFacts(payload, setting),
      ],
      url: dashboardPage(setting, '/audit-log'),
      foot: [t('email.notice.foot', { shop })],
    }
  },
})
