import type { Role } from '../../../domain/members/role.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { dashboardPage, noticeFacts, type OwnerNotice } from './owner-notice.ts'

/** To each owner: a person was added to the dashboard, or became an owner. */
export interface MemberAddedPayload extends OwnerNotice {
  member: string
  role: Role
}

/** To each owner, so that an attacker cannot add themselves unnoticed. */
export const memberAdded = defineEmail<MemberAddedPayload>({
  template: 'member_added',
  to: 'member',
  personal: 'kept',
  stillTrue: always,
  content(payload, setting) {
    const { t, shop } = setting
    return {
      subject: t('email.member_added.subject', { shop }),
      preview: t('email.member_added.lead', { member: payload.member, shop }),
      member: payload.member,
      facts: [
        ...fact(t('email.member_added.role'), t(`dashboard.role.${payload.role}`)),
        ...noticeFacts(payload, setting),
      ],
      url: dashboardPage(setting, '/members'),
      foot: [t('email.notice.foot', { shop })],
    }
  },
})
