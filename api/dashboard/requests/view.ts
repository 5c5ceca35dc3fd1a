import { AUDITED_OBJECTS, type AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import { requestCsv } from '../../../common/domain/request-log/csv.ts'
import type { ChangedObject, LoggedRequest, WholeRequest } from '../../../common/domain/request-log/object.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { toDevelopers } from '../developers/developers-view.ts'
import { codePart } from '../kit/code.ts'
import type { DetailDefinition, Section } from '../kit/detail-view.ts'
import { byId, chips, menu } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type Tone } from '../kit/table.ts'
import { pathOfObject } from '../object-pages.ts'

const requestFilters = {
  result: chips('dashboard.requests.result', ['failed', 'succeeded'], (result, t) =>
    t(`dashboard.requests.result_${result}`),
  ),
  method: menu('dashboard.requests.method', ['GET', 'POST', 'PATCH', 'DELETE'], (method) => method),
  token_id: byId('token'),
}

/** The list of API requests of the last seven days. */
export const requestList = {
  path: '/developers/requests',
  state: 'dashboard_requests',
  heading: 'dashboard.requests.heading',
  back: toDevelopers,
  empty: 'dashboard.requests.empty',
  searchField: { label: 'dashboard.requests.search', hint: 'dashboard.requests.id' },
  filters: requestFilters,
  csv: requestCsv,
  href: ({ id }) => `/developers/requests/${id}`,
  columns: [
    {
      ...{ label: 'dashboard.requests.request', kind: 'what', isAddress: true },
      cell: (one) => ({ text: `${one.method} ${shortPath(one.path)}`, hint: one.request_id }),
    },
    { label: 'portal.status', kind: 'state', cell: ({ status }) => statusOf(status) },
    {
      label: 'dashboard.requests.duration',
      kind: 'text',
      cell: ({ duration_ms: ms }, { t }) => durationOf(ms, t),
    },
    { label: 'dashboard.requests.token', kind: 'text', cell: tokenOf },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
  ],
} as const satisfies ListDefinition<LoggedRequest>

/** Returns a path without its beginning, which is the same for all requests of a project. */
function shortPath(path: string): string {
  return path.replace(/^\/v1\/projects\/\d+(?=\/)/, '')
}

function statusOf(status: number): { text: string; tone: Tone } {
  return { text: String(status), tone: status < 400 ? 'good' : 'bad' }
}

/** Returns a duration in milliseconds, from a second on in seconds: `1.2 s`. */
export function durationOf(ms: number, t: Translate): string {
  if (ms < 1000) return t('dashboard.requests.ms', { ms })
  return t('dashboard.requests.seconds', {
    seconds: (ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 }),
  })
}

function tokenOf({ token_last4: last4, token_id: id }: LoggedRequest): string {
  return last4 === null ? String(id) : `…${last4}`
}

/** An API request. */
export const requestDetail = {
  path: '/developers/requests/:id',
  state: 'dashboard_request',
  back: { path: '/developers/requests', label: 'dashboard.requests.heading' },
  show: (request, presenter) => {
    const { t } = presenter
    const { method, path, status, skipped, error, body } = request
    return {
      heading: `${method} ${shortPath(path)}`,
      status: statusOf(status),
      notice:
        skipped > 0
          ? { text: t('dashboard.requests.skipped', { count: skipped }), isGood: false, isNeutral: true }
          : null,
      facts: [
        ...presenter.timeRow(t('portal.date'), request.created_at),
        { label: t('dashboard.requests.duration'), text: durationOf(request.duration_ms, t) },
        { label: t('dashboard.requests.path'), text: path },
        { label: t('dashboard.requests.id'), text: request.request_id },
        {
          ...{ label: t('dashboard.requests.token'), text: tokenOf(request) },
          href: presenter.page('/developers/requests', { token_id: String(request.token_id) }),
        },
      ],
      sections: [
        ...code(t('dashboard.requests.error'), error),
        ...code(t('dashboard.requests.body'), body),
        ...objectsOf(request, presenter),
      ],
    }
  },
} as const satisfies DetailDefinition<WholeRequest>

function code(heading: string, text: string | null): Section[] {
  return text === null ? [] : [{ heading, part: codePart(text) }]
}

/** An object of a request. `change` is null if the address names it, and the request did not change it. */
type Concerned = Pick<ChangedObject, 'object' | 'object_id'> & { change: ChangedObject['change'] | null }

const objectColumns: readonly Column<Concerned>[] = [
  {
    label: 'dashboard.audit.object',
    kind: 'what',
    cell: ({ object, object_id: id }, presenter) => {
      const path = pathOfObject(object, id)
      const text = presenter.t('dashboard.audit.what', { object: presenter.t(`audit.object.${object}`), id })
      return path === null ? text : { text, href: presenter.page(path) }
    },
  },
  {
    label: 'dashboard.requests.change',
    kind: 'text',
    cell: ({ change }, { t }) => t(change === null ? 'dashboard.requests.named' : `audit.change.${change}`),
  },
]

/** Returns the objects that a request changed, and the one that its path names. */
function objectsOf({ path, changed }: WholeRequest, presenter: Presenter): Section[] {
  const named = objectIn(path)
  const isChanged = changed.some((one) => one.object === named?.object && one.object_id === named.object_id)
  const objects: Concerned[] = [...(named && !isChanged ? [named] : []), ...changed]
  if (objects.length === 0) return []
  const heading = presenter.t('dashboard.requests.objects')
  return [{ heading, table: tableOf(objects, objectColumns, presenter, { label: heading }) }]
}

/** The kinds of objects by their name in a path of the API: `promotion-codes`. */
const objectsByName = new Map<string, AuditedObject>(
  AUDITED_OBJECTS.map((object) => [`${object.replaceAll('_', '-')}s`, object]),
)

function objectIn(path: string): Concerned | null {
  const [, name = '', id = ''] = /^\/v1\/projects\/\d+\/([\w-]+)\/(\d{1,15})(?=\/|$)/.exec(path) ?? []
  const object = objectsByName.get(name)
  return object === undefined ? null : { object, object_id: Number(id), change: null }
}
