import { tokenCsv } from '../../../common/domain/tokens/csv.ts'
import { LONGEST_TOKEN_NAME, type TokenObject } from '../../../common/domain/tokens/object.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import { toDevelopers } from '../developers/developers-view.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import type { Tone } from '../kit/table.ts'

const ALL = '/developers/tokens'

function statusOf({ revoked_at: at }: TokenObject, { t }: Presenter): { text: string; tone: Tone } {
  return at === null
    ? { text: t('dashboard.tokens.active'), tone: 'good' }
    : { text: t('dashboard.tokens.revoked'), tone: 'neutral' }
}

/** Returns the path of a token's page below the project and mode. */
export function tokenPath({ id }: Pick<TokenObject, 'id'>): string {
  return `${ALL}/${id}`
}

function titleOf({ name, last4 }: TokenObject, { t }: Presenter): string {
  return name ?? t('dashboard.tokens.title', { last4 })
}

/** The API tokens of a project and mode. */
export const tokenList = {
  path: ALL,
  state: 'dashboard_tokens',
  heading: 'dashboard.tokens.heading',
  back: toDevelopers,
  empty: 'dashboard.tokens.empty',
  filters: {},
  isShort: true,
  csv: tokenCsv,
  links: [{ path: `${ALL}/new`, label: 'dashboard.tokens.new', needs: 'administer' }],
  href: tokenPath,
  columns: [
    {
      label: 'dashboard.tokens.token',
      kind: 'what',
      cell: (token, presenter) => ({
        text: titleOf(token, presenter),
        hint: token.name === null ? null : presenter.t('dashboard.tokens.title', { last4: token.last4 }),
      }),
    },
    { label: 'portal.status', kind: 'state', cell: statusOf },
    {
      label: 'dashboard.tokens.last_used',
      kind: 'text',
      cell: ({ last_used_at: at }, presenter) =>
        at === null ? presenter.t('dashboard.tokens.not_used') : presenter.time(at),
    },
    {
      label: 'dashboard.tokens.created_at',
      kind: 'date',
      cell: ({ created_at: at }, presenter) => presenter.time(at),
    },
  ],
} as const satisfies ListDefinition<TokenObject>

/** The page of a token, without the token itself: only its hash is stored. */
export const tokenDetail = {
  path: `${ALL}/:id`,
  state: 'dashboard_token',
  audited: 'token',
  back: { path: ALL, label: 'dashboard.tokens.heading' },
  links: ({ id }, { t }) => [
    {
      ...{ path: '/developers/requests', query: { token_id: String(id) } },
      ...{ label: t('dashboard.tokens.requests'), needs: 'view' },
    },
  ],
  show: (token, presenter) => {
    const { t } = presenter
    return {
      heading: titleOf(token, presenter),
      status: statusOf(token, presenter),
      notice: isUnused(token)
        ? { text: t('dashboard.tokens.shown_once'), isGood: false, isNeutral: true }
        : null,
      facts: [
        { label: t('dashboard.tokens.token'), text: t('dashboard.tokens.title', { last4: token.last4 }) },
        ...presenter.timeRow(t('dashboard.tokens.created_at'), token.created_at),
        ...presenter.timeRow(t('dashboard.tokens.last_used'), token.last_used_at),
        ...presenter.timeRow(t('dashboard.tokens.revoked'), token.revoked_at),
      ],
    }
  },
  actions: {
    revoke: {
      needs: 'administer',
      isDanger: true,
      button: ({ revoked_at: at }, { t }, form) =>
        at === null
          ? {
              ...{ label: t('dashboard.tokens.revoke'), hint: t('dashboard.tokens.revoke_hint') },
              fields: [
                fieldOf(form, 'agreed', {
                  ...{ label: t('dashboard.tokens.revoke_agree'), known: null, isBox: true },
                }),
              ],
            }
          : null,
    },
  },
} as const satisfies DetailDefinition<TokenObject>

/** The answer with the token may have been lost: the member then sees a valid token that no server uses. */
function isUnused({ last_used_at: usedAt, revoked_at: revokedAt }: TokenObject): boolean {
  return usedAt === null && revokedAt === null
}

/** The form that creates a token. The page decides the mode. */
export const newTokenForm: FormDefinition<undefined> = {
  path: `${ALL}/new`,
  state: 'dashboard_token_form',
  heading: (_none, { t }) => t('dashboard.tokens.new'),
  text: ({ input }) => (input.isTest ? 'dashboard.tokens.add_test' : 'dashboard.tokens.add_live'),
  back: (_none, { t }) => ({ path: ALL, label: t('dashboard.tokens.heading') }),
  groups: (_none, form, { t }) => [
    {
      legend: null,
      fields: [
        fieldOf(form, 'name', {
          ...{ label: t('dashboard.tokens.name'), hint: t('dashboard.tokens.name_hint'), known: null },
          ...{ required: false, maxlength: LONGEST_TOKEN_NAME, autocomplete: 'off' },
        }),
      ],
    },
  ],
  submit: 'dashboard.tokens.add',
  busy: 'dashboard.tokens.creating',
}

/** The page that shows a new token, once. */
export const newTokenDetail = {
  path: `${ALL}/:id/secret`,
  state: 'dashboard_token_created',
  back: { path: ALL, label: 'dashboard.tokens.heading' },
  show: ({ token }, { t }) => {
    const label = t('dashboard.tokens.token')
    return {
      heading: t('dashboard.tokens.created'),
      facts: [],
      sections: [
        {
          heading: label,
          part: {
            template: 'dashboard/kit/secret',
            view: { copy: token, label, hint: t('dashboard.tokens.created_hint') },
          },
        },
        {
          heading: t('dashboard.tokens.header'),
          part: {
            template: 'dashboard/tokens/header',
            view: { text: `Authorization: Bearer ${token}`, docs: '/docs#start' },
          },
        },
      ],
    }
  },
} as const satisfies DetailDefinition<{ token: string }>
