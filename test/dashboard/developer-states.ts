import { developersView } from '../../api/dashboard/developers/developers-view.ts'
import { eventDetail, eventList, type WholeEvent } from '../../api/dashboard/events/view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { requestDetail, requestList } from '../../api/dashboard/requests/view.ts'
import { newTokenDetail, newTokenForm, tokenDetail, tokenList } from '../../api/dashboard/tokens/view.ts'
import {
  deliveryDetail,
  deliveryList,
  type ListedDelivery,
  type ShownDelivery,
} from '../../api/dashboard/webhooks/delivery-view.ts'
import {
  endpointDetail,
  endpointForm,
  endpointList,
  newEndpointForm,
  secretDetail,
  type WholeEndpoint,
} from '../../api/dashboard/webhooks/endpoint-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { event, type EventObject } from '../../common/domain/events/object.ts'
import { eventTypes } from '../../common/domain/events/types.ts'
import type { LoggedRequest, WholeRequest } from '../../common/domain/request-log/object.ts'
import type { TokenObject } from '../../common/domain/tokens/object.ts'
import { type DeliveryObject, webhookDelivery } from '../../common/domain/webhooks/deliveries/object.ts'
import { webhookEndpoint } from '../../common/domain/webhooks/endpoints/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { SENTENCES } from '../../common/services/webhooks/endpoints/disable.ts'
import type { EndpointWithHealth } from '../../common/services/webhooks/endpoints/health.ts'
import type { RevealedSecret } from '../../common/services/webhooks/endpoints/reveal-secret.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const requestId = '5f1f2b90-6a58-4d7f-9f51-0d2f4b0f2a11'
const failed: WholeRequest = {
  ...{ id: 12, request_id: requestId, method: 'POST', path: '/v1/projects/1/customers/7', status: 422 },
  ...{ duration_ms: 34, token_id: 3, token_last4: 'x7Qz', created_at: '2026-08-12T11:04:00.000000Z' },
  error: JSON.stringify({ code: 'validation_failed', message: 'email: ***', request_id: requestId }),
  body: JSON.stringify({ name: '***', email: '***', test_clock_id: 5 }),
  ...{ skipped: 3, changed: [] },
}
const succeeded: WholeRequest = {
  ...failed,
  ...{ id: 11, path: '/v1/projects/1/payments/90/confirm', status: 200, error: null, body: null, skipped: 0 },
  changed: [
    { object: 'payment', object_id: 90, change: 'updated' },
    { object: 'subscription', object_id: 4, change: 'created' },
    { object: 'token', object_id: 3, change: 'deleted' },
  ],
}
const longPath = `/v1/projects/1/${'ж'.repeat(240)}`
const requests: LoggedRequest[] = [
  failed,
  succeeded,
  {
    ...failed,
    id: 10,
    method: 'DELETE',
    path: longPath,
    status: 503,
    duration_ms: 15_000,
    token_last4: null,
  },
  { ...succeeded, id: 9, method: 'GET', path: '/v1/projects/1', request_id: 'ж'.repeat(128) },
]

function requestsOf(changes: Partial<Parameters<typeof listView<LoggedRequest>>[1]> = {}): State {
  return (locale) =>
    listView(requestList, {
      ...inShop(locale),
      ...{ items: requests, asked: readAsked({}, requestList.filters), hasMore: true, problem: null },
      ...changes,
    })
}

function request(item: WholeRequest): State {
  return (locale) =>
    detailView<WholeRequest>(requestDetail, { ...inShop(locale), item, typed: {}, errors: {} })
}

const at = '2026-08-12T11:04:00.000000Z'
/** Earlier than all other times on these pages. */
const begun = '2026-08-12T11:00:00.000000Z'
const works: EndpointWithHealth = {
  ...webhookEndpoint.like({ id: 3, created_at: at, updated_at: at }),
  ...{ failing_since: null, is_paused: false, waiting: 0, last_success_at: at },
}
const fails: EndpointWithHealth = {
  ...{ ...works, id: 4, failing_since: at, is_paused: true, waiting: 1_000, last_success_at: null },
  ...{ url: `https://example.org/${'ж'.repeat(200)}`, description: LONG, signature_header: 'X-Signature' },
}
const off: EndpointWithHealth = { ...works, id: 5, active: false }
const gone: EndpointWithHealth = { ...off, id: 6, disabled_reason: SENTENCES.gone }

const attempt = webhookDelivery.example.attempts[0]!
const delivered: DeliveryObject = webhookDelivery.like({ id: 70, created_at: at })
const waits: DeliveryObject = webhookDelivery.like({
  ...{ id: 71, status: 'pending', created_at: at, next_attempt_at: at },
  attempts: [
    {
      ...attempt,
      status_code: null,
      response_headers: null,
      response_body: null,
      error: 'no answer within 15 s',
    },
    { ...attempt, status_code: 503, response_body: `<h1>${'ж'.repeat(500)}</h1>` },
  ],
})
const resent: DeliveryObject = { ...delivered, attempts: [...waits.attempts, attempt] }
const deliveries: DeliveryObject[] = [
  delivered,
  waits,
  webhookDelivery.like({ id: 72, status: 'failed', created_at: at }),
  webhookDelivery.like({ id: 73, status: 'canceled', created_at: at, attempts: [] }),
  ...['the connection was refused', 'the name does not resolve'].map((error, index) =>
    webhookDelivery.like({
      ...{ id: 74 + index, status: 'failed', created_at: at },
      attempts: [{ ...attempt, status_code: null, response_headers: null, response_body: null, error }],
    }),
  ),
]

function endpointsOf(changes: Partial<Parameters<typeof listView<EndpointWithHealth>>[1]> = {}): State {
  return (locale) =>
    listView(endpointList, {
      ...inShop(locale),
      ...{ items: [works, fails, off, gone], asked: readAsked({}, endpointList.filters) },
      ...{ hasMore: false, problem: null },
      ...changes,
    })
}

function endpoint(
  item: EndpointWithHealth,
  changes: Partial<Parameters<typeof detailView<WholeEndpoint>>[1]> = {},
): State {
  return (locale) =>
    detailView<WholeEndpoint>(endpointDetail, {
      ...{ ...inShop(locale), item: { endpoint: item, deliveries }, typed: {}, errors: {} },
      ...changes,
    })
}

function newEndpoint(changes: Partial<Parameters<typeof formView<undefined>>[1]> = {}): State {
  return (locale) =>
    formView(newEndpointForm, { ...inShop(locale), item: undefined, typed: {}, errors: {}, ...changes })
}

function deliveriesOf(changes: Partial<Parameters<typeof listView<ListedDelivery>>[1]> = {}): State {
  return (locale) =>
    listView<ListedDelivery>(deliveryList, {
      ...inShop(locale),
      items: deliveries.map((one, index) => ({ ...one, url: index === 3 ? null : works.url })),
      ...{ asked: readAsked({}, deliveryList.filters), hasMore: true, problem: null },
      ...changes,
    })
}

function delivery(item: DeliveryObject, changes: Partial<ShownDelivery> = {}, problem?: string): State {
  const body = JSON.stringify({ id: 501, type: item.event_type, data: { object: { id: 7, note: LONG } } })
  return (locale) =>
    detailView<ShownDelivery>(deliveryDetail, {
      ...inShop(locale),
      item: { delivery: item, body, url: works.url, isActive: true, now: new Date(begun), ...changes },
      ...{ typed: {}, errors: problem ? { '': problem } : {} },
    })
}

const events: EventObject[] = [
  event.like({ id: 501, created_at: at }),
  event.like({ id: 500, type: 'test', object: 'test', created_at: at }),
  event.like({ id: 499, data: { object: null, previous_attributes: undefined }, created_at: at }),
]

function eventsOf(changes: Partial<Parameters<typeof listView<EventObject>>[1]> = {}): State {
  return (locale) =>
    listView(eventList, {
      ...inShop(locale),
      ...{ items: events, asked: readAsked({}, eventList.filters), hasMore: true, problem: null },
      ...changes,
    })
}

function eventPage(item: WholeEvent): State {
  return (locale) => detailView<WholeEvent>(eventDetail, { ...inShop(locale), item, typed: {}, errors: {} })
}

const token: TokenObject = {
  ...{ id: 3, project_id: 1, mode: 'test', name: 'Website', last4: 'x7Qz' },
  ...{ last_used_at: at, revoked_at: null, created_at: at },
}
const revoked: TokenObject = { ...token, id: 2, name: null, last_used_at: null, revoked_at: at }

function tokensOf(items: TokenObject[]): State {
  return (locale) =>
    listView(tokenList, {
      ...inShop(locale),
      ...{ items, asked: readAsked({}, {}), hasMore: false, problem: null },
    })
}

function tokenPage(item: TokenObject, errors: Record<string, string> = {}): State {
  const typed: Record<string, string> = errors.agreed ? { action: 'revoke' } : {}
  return (locale) => detailView<TokenObject>(tokenDetail, { ...inShop(locale), item, typed, errors })
}

function newToken(isTest: boolean, errors: Record<string, string> = {}): State {
  return (locale) =>
    formView(newTokenForm, {
      ...{ ...inShop(locale, { isTest }), item: undefined, typed: {}, errors },
    })
}

/** Pages of the section for developers. */
export const developerStates: Record<string, State> = {
  'dashboard-developers': (locale) => developersView(inShop(locale)),
  'dashboard-endpoints': endpointsOf(),
  'dashboard-endpoint': endpoint(works),
  'dashboard-endpoint-failing': endpoint(fails, { isTest: false }),
  'dashboard-endpoint-off': endpoint(gone, {
    typed: { action: 'delete' },
    errors: { agreed: 'errors.endpoint_agree' },
  }),
  'dashboard-endpoint-viewer': endpoint(works, { role: 'viewer', item: { endpoint: works, deliveries: [] } }),
  'dashboard-endpoint-new': newEndpoint(),
  'dashboard-endpoint-new-wrong': newEndpoint({
    typed: { url: 'shop', description: LONG, signature_header: 'Host' },
    errors: { url: 'errors.endpoint_url_scheme', signature_header: 'errors.endpoint_header' },
    errorParams: { url: { typed: 'shop' } },
  }),
  'dashboard-endpoint-edit': (locale) =>
    formView(endpointForm, { ...inShop(locale), item: works, typed: {}, errors: {} }),
  'dashboard-endpoint-secret': (locale) =>
    detailView<RevealedSecret>(secretDetail, {
      ...inShop(locale),
      item: { id: 3, url: works.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      ...{ typed: {}, errors: {} },
    }),
  'dashboard-deliveries': deliveriesOf(),
  'dashboard-deliveries-filtered': deliveriesOf({
    asked: readAsked({ status: 'failed', endpoint_id: '3', event_id: '501' }, deliveryList.filters),
    names: new Map([
      ['webhook_endpoint 3', { name: 'https://shop.example.mn/webhooks', amount: null, currency: null }],
    ]),
  }),
  'dashboard-delivery': delivery(waits),
  'dashboard-delivery-sending': delivery(waits, { now: new Date('2026-08-13T00:00:00Z') }),
  'dashboard-delivery-refused': delivery(deliveries[4]!),
  'dashboard-delivery-deleted': delivery(deliveries[3]!, { url: null, isActive: false }),
  'dashboard-events': eventsOf({ asked: readAsked({ type: 'invoice.paid' }, eventList.filters) }),
  'dashboard-event': eventPage({
    event: events[0]!,
    deliveries: deliveries.map((one, at) => ({
      ...one,
      url: `https://${at % 2 ? 'shop' : 'books'}.example.mn/webhooks`,
    })),
  }),
  'dashboard-tokens': tokensOf([token, revoked]),
  'dashboard-token': tokenPage(token, { agreed: 'errors.token_agree' }),
  'dashboard-token-new': newToken(false),
  'dashboard-token-created': (locale) =>
    detailView<{ token: string }>(newTokenDetail, {
      ...{ ...inShop(locale), item: { token: `sk_test_${'7Fq3'.repeat(10)}xyz` }, typed: {}, errors: {} },
    }),
  'dashboard-requests': requestsOf(),
  'dashboard-requests-filtered': requestsOf({
    asked: readAsked({ result: 'failed', method: 'POST', token_id: '3' }, requestList.filters),
  }),
  'dashboard-request-failed': request(failed),
  'dashboard-request': request(succeeded),
  'dashboard-request-ugly': request({
    ...failed,
    ...{ path: longPath, request_id: 'ж'.repeat(128), body: 'ж'.repeat(4_000) },
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareDeveloperStates: State[] = [
  delivery({ ...waits, attempts: [] }),
  requestsOf({ items: [], hasMore: false }),
  requestsOf({ asked: readAsked({ result: 'succeeded' }, requestList.filters) }),
  request({ ...failed, skipped: 1 }),
  eventsOf({ items: [], hasMore: false }),
  eventPage({ event: events[2]!, deliveries: [] }),
  tokensOf([]),
  tokenPage(revoked),
  tokenPage({ ...token, last_used_at: null }),
  newToken(true),
  newToken(true, { name: 'errors.token_name' }),
  endpointsOf({ items: [] }),
  endpointsOf({ asked: readAsked({ health: 'failing' }, endpointList.filters) }),
  endpoint({ ...works, events: [...eventTypes] }),
  endpoint({ ...off, disabled_reason: SENTENCES.failing }),
  newEndpoint({
    typed: { url: works.url },
    errors: { url: 'errors.endpoint_limit', description: 'errors.endpoint_description' },
  }),
  deliveriesOf({ items: [], hasMore: false }),
  delivery(delivered, {}, 'errors.endpoint_inactive'),
  delivery(resent),
]
