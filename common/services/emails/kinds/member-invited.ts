import type { Role } from '../../../domain/members/role.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { dashboardPage, noticeFacts, type OwnerNotice } from './owner-notice.ts'

/** To a new member of the dashboard: who has added them, and how they sign in. */
export interface MemberInvitedPayload extends OwnerNotice {
  role: Role
}

/** To a new member, who would otherwise have to be told the address. */
export const memberInvited = defineEmail<MemberInvitedPayload>({
  template: 'member_invited',
  to: 'member',
  personal: 'kept',
  stillTrue: always,
  content(payload, setting) {
    const { t, shop } = setting
    return {
      subject: t('email.member_invited.subject', { shop }),
      preview: t('email.member_invited.lead', { shop }),
      facts: [
        ...fact(t('email.member_added.role'), t(`dashboard.role.${payload.role}`)),
        ...noticeFacts(payload, setting),
      ],
      url: dashboardPage(setting, ''),
      foot: [t('email.member_invited.foot', { shop })],
    }
  },
})
