import { type EventType, eventTypes } from '../../../common/domain/events/types.ts'
import type { DeliveryObject } from '../../../common/domain/webhooks/deliveries/object.ts'
import { endpointCsv } from '../../../common/domain/webhooks/endpoints/csv.ts'
import { SENTENCES } from '../../../common/services/webhooks/endpoints/disable.ts'
import { type EndpointWithHealth, MOST_WAITING } from '../../../common/services/webhooks/endpoints/health.ts'
import type { RevealedSecret } from '../../../common/services/webhooks/endpoints/reveal-secret.ts'
import { fieldOf } from '../../pages/kit/fields.ts'
import { row } from '../../pages/kit/row.ts'
import { toDevelopers } from '../developers/developers-view.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import { chips } from '../kit/filters.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import { orMore } from '../kit/or-more.ts'
import type { Presenter } from '../kit/presenter.ts'
import { tableOf, type Tone } from '../kit/table.ts'
import { deliveryColumns, pathOfDelivery } from './delivery-view.ts'

const ALL = '/developers/webhooks'

/** Returns the path of an endpoint's page below the project and mode. */
export function pathOfEndpoint(id: number): string {
  return `${ALL}/${id}`
}

type Health = Pick<EndpointWithHealth, 'active' | 'disabled_reason' | 'failing_since' | 'is_paused'>

function statusOf(
  { active, disabled_reason: reason, failing_since: since }: Health,
  { t }: Presenter,
): { text: string; tone: Tone } {
  if (!active && reason !== null) return { text: t('dashboard.webhooks.stopped'), tone: 'bad' }
  if (!active) return { text: t('dashboard.webhooks.off'), tone: 'neutral' }
  if (since !== null) return { text: t('dashboard.webhooks.failing'), tone: 'bad' }
  return { text: t('dashboard.webhooks.on'), tone: 'good' }
}

function waitingOf({ waiting }: EndpointWithHealth, { t }: Presenter): string {
  return waiting >= MOST_WAITING ? orMore(waiting, t) : String(waiting)
}

/** The webhook endpoints of a project and mode. */
export const endpointList = {
  path: ALL,
  state: 'dashboard_endpoints',
  heading: 'dashboard.webhooks.heading',
  back: toDevelopers,
  empty: 'dashboard.webhooks.empty',
  filters: {
    health: chips('portal.status', ['failing'], (_failing, t) => t('dashboard.webhooks.failing')),
  },
  links: [
    { path: `${ALL}/new`, label: 'dashboard.webhooks.add', needs: 'administer' },
    { path: '/developers/deliveries', label: 'dashboard.deliveries.heading', needs: 'view' },
  ],
  csv: endpointCsv,
  href: ({ id }) => pathOfEndpoint(id),
  columns: [
    {
      ...{ label: 'dashboard.webhooks.url', kind: 'what', isAddress: true },
      cell: ({ url, description }) => ({ text: url, hint: description }),
    },
    { label: 'portal.status', kind: 'state', cell: statusOf },
    { label: 'dashboard.webhooks.waiting', kind: 'count', cell: waitingOf },
    {
      label: 'dashboard.webhooks.last_success',
      kind: 'date',
      cell: ({ last_success_at: at }, presenter) =>
        at === null ? presenter.t('dashboard.webhooks.never') : presenter.time(at),
    },
  ],
} as const satisfies ListDefinition<EndpointWithHealth>

/** An endpoint with its newest deliveries. */
export interface WholeEndpoint {
  endpoint: EndpointWithHealth
  deliveries: readonly DeliveryObject[]
}

const agreed = (form: Parameters<typeof fieldOf>[0], label: string) =>
  fieldOf(form, 'agreed', { label, known: null, isBox: true })

/** The page of an endpoint. */
export const endpointDetail = {
  path: `${ALL}/:id`,
  state: 'dashboard_endpoint',
  audited: 'webhook_endpoint',
  back: { path: ALL, label: 'dashboard.webhooks.heading' },
  links: ({ endpoint: { id } }, { t }) => [
    { path: `${pathOfEndpoint(id)}/edit`, label: t('dashboard.detail.edit'), needs: 'administer' },
    { path: `${pathOfEndpoint(id)}/secret`, label: t('dashboard.webhooks.show_secret'), needs: 'administer' },
    {
      ...{ path: '/developers/deliveries', query: { endpoint_id: String(id) } },
      ...{ label: t('dashboard.webhooks.all_deliveries'), needs: 'view' },
    },
  ],
  show: ({ endpoint, deliveries }, presenter) => {
    const { t } = presenter
    const heading = t('dashboard.webhooks.deliveries')
    return {
      heading: endpoint.url,
      status: statusOf(endpoint, presenter),
      notice: noticeOf(endpoint, presenter),
      facts: [
        ...row(t('dashboard.webhooks.description'), endpoint.description),
        { label: t('dashboard.webhooks.events'), text: eventsOf(endpoint, presenter) },
        ...presenter.timeRow(t('dashboard.webhooks.last_success'), endpoint.last_success_at),
        ...presenter.timeRow(t('dashboard.webhooks.failing_since'), endpoint.failing_since),
        { label: t('dashboard.webhooks.waiting'), text: waitingOf(endpoint, presenter) },
        ...row(t('dashboard.webhooks.header'), endpoint.signature_header),
      ],
      sections: [
        {
          ...{ heading, none: t('dashboard.webhooks.no_deliveries') },
          table: tableOf(deliveries, deliveryColumns, presenter, { label: heading, href: pathOfDelivery }),
        },
      ],
    }
  },
  actions: {
    test: {
      needs: 'operate',
      button: ({ endpoint }, { t }) =>
        endpoint.active
          ? { label: t('dashboard.webhooks.test'), hint: t('dashboard.webhooks.test_hint'), isPrimary: true }
          : null,
    },
    rehearse: {
      needs: 'operate',
      button: ({ endpoint }, { t, input }, form) =>
        endpoint.active && input.isTest
          ? {
              ...{ label: t('dashboard.webhooks.rehearse'), hint: t('dashboard.webhooks.rehearse_hint') },
              fields: [
                fieldOf(form, 'duplicates', {
                  ...{ label: t('dashboard.webhooks.duplicates'), known: null, isBox: true },
                }),
                fieldOf(form, 'reorder', {
                  ...{ label: t('dashboard.webhooks.reorder'), known: null, isBox: true },
                }),
              ],
            }
          : null,
    },
    enable: {
      needs: 'administer',
      button: ({ endpoint }, { t }, form) =>
        endpoint.active
          ? null
          : {
              label: t('dashboard.webhooks.enable'),
              isPrimary: true,
              fields: [
                fieldOf(form, 'missed', {
                  ...{ label: t('dashboard.webhooks.send_missed'), known: '1', isBox: true },
                }),
              ],
            },
    },
    disable: {
      needs: 'administer',
      isLast: true,
      button: ({ endpoint }, { t }) =>
        endpoint.active
          ? { label: t('dashboard.webhooks.disable'), hint: t('dashboard.webhooks.disable_hint') }
          : null,
    },
    rotate: {
      needs: 'administer',
      isLast: true,
      button: (_whole, { t }) => ({
        label: t('dashboard.webhooks.rotate'),
        hint: t('dashboard.webhooks.rotate_hint'),
      }),
    },
    delete: {
      needs: 'administer',
      isLast: true,
      isDanger: true,
      button: (_whole, { t }, form) => ({
        ...{ label: t('dashboard.webhooks.delete'), hint: t('dashboard.webhooks.delete_hint') },
        fields: [agreed(form, t('dashboard.webhooks.delete_agree'))],
      }),
    },
  },
} as const satisfies DetailDefinition<WholeEndpoint>

function noticeOf(
  { active, disabled_reason: reason, is_paused: isPaused }: EndpointWithHealth,
  { t }: Presenter,
) {
  if (!active && reason !== null) {
    const why = reason === SENTENCES.gone ? 'gone' : 'failed'
    return { text: t(`dashboard.webhooks.turned_off_${why}`), isGood: false }
  }
  return active && isPaused ? { text: t('dashboard.webhooks.paused'), isGood: false } : null
}

function isForAll({ events }: Pick<EndpointWithHealth, 'events'>): boolean {
  return events.length === eventTypes.length
}

function eventsOf(endpoint: EndpointWithHealth, { t }: Presenter): string {
  return isForAll(endpoint) ? t('dashboard.webhooks.all_events') : endpoint.events.join('\n')
}

/** The name of the box of a type of event. */
export function boxOf(type: EventType): string {
  return `events[${type}]`
}

type Given =
  Pick<EndpointWithHealth, 'id' | 'url' | 'description' | 'events' | 'signature_header'> | undefined

const form = {
  groups: (endpoint, state, { t }) => {
    const chosen: readonly string[] = endpoint && !isForAll(endpoint) ? endpoint.events : []
    const boxes = eventTypes
      .filter((type) => type !== 'test' || chosen.includes(type))
      .map((type) =>
        fieldOf(state, boxOf(type), {
          ...{ label: type, known: chosen.includes(type) ? '1' : null, isBox: true },
        }),
      )
    return [
      {
        legend: null,
        fields: [
          fieldOf(state, 'url', {
            ...{ label: t('dashboard.webhooks.url'), known: endpoint?.url ?? null, type: 'url' },
            ...{ hint: t('dashboard.webhooks.url_hint'), inputmode: 'url', maxlength: 2048 },
          }),
          fieldOf(state, 'description', {
            ...{ label: t('dashboard.webhooks.description'), known: endpoint?.description ?? null },
            ...{ required: false, maxlength: 500 },
          }),
        ],
      },
      {
        legend: t('dashboard.webhooks.events'),
        fields: [],
        folded: {
          label:
            chosen.length > 0
              ? t('dashboard.webhooks.chosen_events', { count: chosen.length })
              : t('dashboard.webhooks.some_events'),
          open: boxes.some(({ value }) => value === '1'),
          fields: boxes,
        },
      },
      {
        legend: null,
        fields: [],
        folded: {
          label: t('dashboard.webhooks.more'),
          open: state.errors.signature_header !== undefined,
          fields: [
            fieldOf(state, 'signature_header', {
              ...{ label: t('dashboard.webhooks.header'), known: endpoint?.signature_header ?? null },
              ...{ hint: t('dashboard.webhooks.header_hint'), required: false, maxlength: 64 },
            }),
          ],
        },
      },
    ]
  },
  submit: 'dashboard.webhooks.save',
  busy: 'dashboard.webhooks.saving',
} as const satisfies Partial<FormDefinition<Given>>

/** The form that creates an endpoint. */
export const newEndpointForm: FormDefinition<undefined> = {
  ...form,
  path: `${ALL}/new`,
  state: 'dashboard_endpoint_form',
  heading: (_none, { t }) => t('dashboard.webhooks.add'),
  text: 'dashboard.webhooks.add_text',
  back: (_none, { t }) => ({ path: ALL, label: t('dashboard.webhooks.heading') }),
}

/** The form that changes an endpoint. */
export const endpointForm: FormDefinition<EndpointWithHealth> = {
  ...form,
  version: ({ updated_at: at }) => at,
  path: `${ALL}/:id/edit`,
  state: 'dashboard_endpoint_form',
  heading: (_endpoint, { t }) => t('dashboard.webhooks.edit'),
  back: ({ id, url }) => ({ path: pathOfEndpoint(id), label: url }),
}

/** The page with the secret of an endpoint. */
export const secretDetail = {
  path: `${ALL}/:id/secret`,
  state: 'dashboard_endpoint_secret',
  back: { path: ALL, label: 'dashboard.webhooks.heading' },
  links: ({ id }, { t }) => [
    { path: pathOfEndpoint(id), label: t('dashboard.webhooks.to_endpoint'), needs: 'administer' },
  ],
  show: ({ url, secret }, { t }) => {
    const label = t('dashboard.webhooks.secret')
    return {
      heading: label,
      facts: [{ label: t('dashboard.webhooks.url'), text: url }],
      sections: [
        {
          heading: t('dashboard.webhooks.secret_copy'),
          part: {
            template: 'dashboard/kit/secret',
            view: { copy: secret, label, hint: t('dashboard.webhooks.secret_hint'), isHidden: true },
          },
        },
      ],
    }
  },
} as const satisfies DetailDefinition<RevealedSecret>
