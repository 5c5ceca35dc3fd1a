/** What stands at the head of the document; the page of the reference says the same at more length. */
export const ABOUT = {
  title: 'Tolbor',
  version: '1',
  summary: 'Hosted checkout and request-to-pay subscriptions.',
  description: [
    'Send customers to a page that takes their payment, and hear of it by webhook.',
    'Bodies and answers are JSON. A success holds the object under `data`; a list also has `meta`: newest first, 25 objects a page unless `limit` says otherwise. To walk a long list without gaps or doubles while objects are added, ask for `after` or `before` the last id you have, as long as `meta.has_more` is true. A refusal holds `message`, `code` and `request_id`, and on 422 `errors`: every problem under the path of its field.',
    'Types are strict: `"2"` is not a number. Parameters that a request does not know are refused by name. Text is trimmed and measured in code points; empty optional text counts as absent, and so does `null` where something is created. In a PATCH `null` clears.',
    'Money is whole numbers in the smallest unit of the currency in use: cents for USD, tögrög for MNT. Times are UTC, `2026-01-31T09:30:00.000000Z`; requests may carry any ISO 8601 time with an offset.',
    'Every path is also served under `/api`.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
}
