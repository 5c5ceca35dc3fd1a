import { config } from '../../../runtime/config.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { noticeFacts, type OwnerNotice } from './owner-notice.ts'

/** To a member: a passkey called `name` was added, with which they can sign in. */
export interface PasskeyAddedPayload extends OwnerNotice {
  name: string
}

/** To the member, so that an attacker cannot keep access to their account unnoticed. */
export const passkeyAdded = defineEmail<PasskeyAddedPayload>({
  template: 'passkey_added',
  to: 'member',
  personal: 'kept',
  stillTrue: always,
  content(payload, setting) {
    const { t, shop } = setting
    return {
      subject: t('email.passkey_added.subject', { shop }),
      preview: t('email.passkey_added.lead', { shop }),
      facts: [...fact(t('email.passkey_added.name'), payload.name), ...noticeFacts(payload, setting)],
      url: `${config().baseUrl}/dashboard/passkeys`,
      foot: [t('email.passkey_added.foot')],
    }
  },
})
