import type { Row } from './mistake.ts'

/** Bodies that are not JSON, or not in a JSON request. */
// prettier-ignore
export const syntax: readonly Row[] = [
  ['a form', 'POST /checkouts', 'items[0][price]=basic', '415 unsupported_media_type: Send the body as JSON', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a comma too many, with its place', 'POST /checkouts', '{"items": [],}', '400 invalid_json: line 1, column 14 … Remove the comma'],
  ['a truncated body', 'POST /checkouts', '{"items": [\n', '400 invalid_json: line 2, column 1 … close the ['],
  ['single quotes', 'POST /checkouts', "{'items': []}", '400 invalid_json: line 1, column 2 … double quotes'],
  ['a name without quotes', 'POST /checkouts', '{items: []}', '400 invalid_json: line 1, column 2 … name in double quotes'],
  ['no body', 'POST /checkouts', '', '422 items: is required … The body is empty: send a JSON object'],
  ["PHP's empty array", 'POST /customers', '[]', '422 email: Pass one of … The body is empty: send a JSON object'],
  ['a field in the address', 'POST /checkouts?items=5', '', '422 items: belongs in the JSON body, not in the address'],
  ['NaN', 'POST /checkouts', '{"amount":\n  NaN}', '400 invalid_json: line 2, column 3 … no such value'],
  ['a form sent as JSON', 'POST /checkouts', 'amount=5&x=1', '400 invalid_json: line 1, column 1 … looks like a form'],
  ['text without quotes', 'POST /checkouts', 'items', '400 invalid_json: line 1, column 1 … Put text in double quotes'],
  ['a header of a compressed body without one', 'POST /checkouts', '{}', '400 invalid_json: is not gzip … leave this header out', { headers: { 'content-encoding': 'gzip' } }],
  ['an unknown compression', 'POST /checkouts', '{}', '415 unsupported_media_type: Content-Encoding zip … Use gzip, deflate or br', { headers: { 'content-encoding': 'zip' } }],
  ['a phone number without digits', 'PATCH ', { support_phone: 'call us' }, '422 support_phone: must be a phone number … such as'],
  ['an object that was not converted', 'POST /checkouts', '[object Object]', '400 invalid_json: not converted to JSON … JSON.stringify'],
]
