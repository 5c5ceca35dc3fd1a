import type { Row } from './mistake.ts'

/** Filters and pages of lists. */
// prettier-ignore
export const lists: readonly Row[] = [
  ['a page of 500', 'GET /checkouts?limit=500', null, '422 limit: must be a whole number … from 1 to 100'],
  ['starting_after', 'GET /checkouts?starting_after=5', null, '422 starting_after: is not a parameter … Use before.'],
  ['created', 'GET /checkouts?created=2026-01-01', null, '422 created: is not a parameter … Use created[gte]'],
  ['per_page', 'GET /customers?per_page=5', null, '422 per_page: is not a parameter … Use limit.'],
  ['sort', 'GET /customers?sort=created', null, '422 sort: is not a parameter … newest first'],
  ['expand', 'GET /customers?expand[]=data', null, '422 expand[]: is not a parameter … always returned in full'],
  ['a status of payments', 'GET /checkouts?status=paid', null, "422 status: must be one or more of … 'complete'"],
  ['page 0', 'GET /checkouts?page=0', null, '422 page: must be a whole number … from 1'],
  ['a page and a cursor', 'GET /checkouts?page=1&after=5', null, '422 after: Pass at most one of page, '],
  ['entitlements without a customer', 'GET /entitlements', null, '422 client_reference_id: Pass one of'],
  ['another shop’s cursor', 'GET /customers?after={foreign_customer}', null, '422 after: must be the id … of this list'],
  ['state instead of status', 'GET /checkouts?state=open', null, '422 state: is not a parameter … Use status'],
  ['an email in lists', 'GET /checkouts?email=a@b.mn', null, '422 email: is not a parameter … pass customer_id'],
  ['a token in the query', 'GET /customers?api_key=x', null, '422 api_key: is not a parameter … in the header'],
  ['a cursor', 'GET /checkouts?cursor=x', null, '422 cursor: is not a parameter … with after or before'],
  ['a name in lists', 'GET /customers?name=Bat', null, '422 name: is not a parameter … GET /search'],
  ['a reference in lists', 'GET /customers?client_reference_id=7', null, '422 client_reference_id: is not a parameter … by-client-reference-id'],
  ['a payment in lists', 'GET /refunds?payment=5', null, '422 payment: is not a parameter … Use payment_id'],
]
