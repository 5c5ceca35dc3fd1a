import { memberCsv } from '../../../common/domain/members/csv.ts'
import { type Role, ROLES } from '../../../common/domain/members/role.ts'
import type { ListedMember } from '../../../common/services/members/list.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { fieldOf, type FormState } from '../../pages/kit/fields.ts'
import { row } from '../../pages/kit/row.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'

const LONGEST_EMAIL = 254
export const LONGEST_NAME = 255

/** The members of a project. */
export const memberList = {
  path: '/members',
  state: 'dashboard_members',
  heading: 'dashboard.members.heading',
  empty: 'dashboard.members.empty',
  filters: {},
  isShort: true,
  links: [{ path: '/members/new', label: 'dashboard.members.add', needs: 'administer' }],
  csv: memberCsv,
  href: ({ id }) => `/members/${id}`,
  columns: [
    {
      label: 'dashboard.members.member',
      kind: 'what',
      cell: ({ email, name }, { t, input }) => {
        const known = name === null ? null : email
        const you = email === input.email ? t('dashboard.members.you') : null
        return { text: name ?? email, hint: [you, known].filter(Boolean).join(' · ') || null }
      },
    },
    {
      label: 'dashboard.members.role',
      kind: 'text',
      cell: ({ role, isAwaited }, { t }) => ({
        text: t(`dashboard.members.role_${role}`),
        hint: isAwaited ? t('dashboard.members.awaited') : null,
      }),
    },
    {
      label: 'dashboard.members.since',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.date(at),
    },
  ],
} as const satisfies ListDefinition<ListedMember>

/** Returns the menu of roles, with a hint about what each may do. */
function roleField(form: FormState, t: Translate, known: Role) {
  return fieldOf(form, 'role', {
    ...{ label: t('dashboard.members.role'), known, hint: t('dashboard.members.role_hint') },
    options: ROLES.map((role) => ({
      ...{ value: role, label: t(`dashboard.members.role_${role}`), selected: false },
    })),
  })
}

/** The form that adds a member. */
export const memberForm: FormDefinition<undefined> = {
  path: '/members/new',
  state: 'dashboard_member_form',
  heading: (_none, { t }) => t('dashboard.members.add_heading'),
  text: 'dashboard.members.add_text',
  back: (_none, { t }) => ({ path: '/members', label: t('dashboard.members.heading') }),
  groups: (_none, form, { t }) => [
    {
      legend: null,
      fields: [
        fieldOf(form, 'email', {
          ...{ label: t('dashboard.members.email'), known: null, type: 'email', inputmode: 'email' },
          ...{ autocomplete: 'off', maxlength: LONGEST_EMAIL },
        }),
        fieldOf(form, 'name', {
          ...{ label: t('dashboard.members.name'), known: null, required: false },
          ...{ autocomplete: 'off', maxlength: LONGEST_NAME },
        }),
        roleField(form, t, 'staff'),
      ],
    },
  ],
  submit: 'dashboard.members.add',
  busy: 'dashboard.members.adding',
}

/** A member, and whether they are the last owner: that one can be neither removed nor demoted. */
export interface ShownMember extends ListedMember {
  isLastOwner: boolean
}

/** A member, with the buttons that change their role and end their access. */
export const memberDetail = {
  path: '/members/:id',
  state: 'dashboard_member',
  audited: 'member',
  back: { path: '/members', label: 'dashboard.members.heading' },
  links: ({ id }, { t }) => [
    {
      ...{ path: '/audit-log', query: { actor: 'member', actor_id: String(id) } },
      ...{ label: t('dashboard.members.log'), needs: 'administer' },
    },
  ],
  show: ({ email, name, role, created_at: at, isLastOwner, isAwaited }, presenter) => {
    const { t, input } = presenter
    return {
      heading: name ?? email,
      notice: isLastOwner
        ? { text: t('dashboard.members.last_owner'), isGood: false, isNeutral: true }
        : null,
      ...(email === input.email && {
        status: { text: t('dashboard.members.you'), tone: 'neutral' as const },
      }),
      facts: [
        // Without a name the heading is the address.
        ...row(t('dashboard.members.email'), name === null ? null : email),
        { label: t('dashboard.members.role'), text: t(`dashboard.members.role_${role}`) },
        {
          ...{ label: t('dashboard.members.since'), text: presenter.date(at) },
          ...(isAwaited && { hint: t('dashboard.members.awaited') }),
        },
      ],
    }
  },
  actions: {
    change_role: {
      needs: 'administer',
      button: ({ role, isLastOwner }, { t }, form) =>
        isLastOwner
          ? null
          : {
              ...{ label: t('dashboard.members.change_role'), isPrimary: true },
              fields: [roleField(form, t, role)],
            },
    },
    remove: {
      needs: 'administer',
      isLast: true,
      isDanger: true,
      button: ({ isLastOwner }, { t }) =>
        isLastOwner
          ? null
          : {
              label: t('dashboard.members.remove'),
              hint: t('dashboard.members.remove_hint'),
              unfolds: true,
            },
    },
  },
} as const satisfies DetailDefinition<ShownMember>
