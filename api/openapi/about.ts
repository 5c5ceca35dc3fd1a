/** The introduction of the OpenAPI document. /docs has the details. */
export const ABOUT = {
  title: 'Tolbor',
  version: '1',
  summary: 'Hosted checkout and request-to-pay subscriptions.',
  description: [
    'Send customers to a payment page, and get a webhook when they have paid.',
    'Requests and responses are JSON. A success has the object under `data`; a list also has `meta`. Lists are newest first, with 25 objects a page unless you set `limit`. To read a long list without gaps or duplicates while objects are added, pass the last id you have as `after` or `before` while `meta.has_more` is true. An error has `message`, `code` and `request_id`. On 422 it also has `errors`: every problem under the path of its field.',
    'Types are strict: `"2"` is not a number. Unknown parameters are refused by name. Text is trimmed, and its length counts code points. Empty optional text counts as absent, and so does `null` in a request that creates something. In a PATCH `null` clears a field.',
    'Amounts are whole numbers in the smallest unit of the currency: cents for USD, tögrög for MNT. Times are UTC, `2026-01-31T09:30:00.000000Z`; requests may carry any ISO 8601 time with an offset.',
    'Every path is also served under `/api`.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}
