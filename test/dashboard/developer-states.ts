import { developersView } from '../../api/dashboard/developers/developers-view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { requestDetail, requestList } from '../../api/dashboard/requests/look.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { LoggedRequest, WholeRequest } from '../../common/domain/request-log/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
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

/** Pages of the section for developers. */
export const developerStates: Record<string, State> = {
  'dashboard-developers': (locale) => developersView(inShop(locale)),
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
  requestsOf({ items: [], hasMore: false }),
  requestsOf({ asked: readAsked({ result: 'succeeded' }, requestList.filters) }),
  request({ ...failed, skipped: 1 }),
]
