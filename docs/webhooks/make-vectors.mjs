// Writes vectors.json: genuine and forged deliveries, to test a receiver's verification code.
//   node docs/webhooks/make-vectors.mjs            writes the file next to this one
//   node docs/webhooks/make-vectors.mjs --print    prints it
// It signs without any code of the service, so that the tests find a mistake on either side.
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const AT = 1770271920
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEW_SECRET = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'
const STRANGER = 'whsec_c3RyYW5nZXJzdHJhbmdlcnN0cmFuZ2Vy'

const base64 = (secret, text) =>
  'v1,' +
  createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(text, 'utf8')
    .digest('base64')
const hex = (secret, text) => createHmac('sha256', secret).update(text, 'utf8').digest('hex')

/** Creates a delivery signed with `secrets`, the current secret first. */
function signed(body, secrets = [SECRET], id = 'evt_501', at = AT) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets.map((secret) => base64(secret, `${id}.${at}.${body}`)).join(' '),
    'tolbor-signature': hex(secrets[0], body),
  }
}

const event = (object) =>
  JSON.stringify({
    id: 501,
    project_id: 1,
    type: 'checkout.completed',
    object: 'checkout',
    is_test: true,
    sequence: 1,
    data: { object },
    created_at: '2026-02-05T06:12:00.000000Z',
    updated_at: '2026-02-05T06:12:00.000000Z',
  })

const bodies = {
  'an ordinary event': event({ id: 1001, amount_total: 25000 }),
  'an empty object': '{}',
  'text beyond ASCII': event({
    id: 1001,
    name: 'Сүүтэй цай ☕ 🧋',
    note: 'кирилл, “quotes” and a zero-width\u200bspace',
  }),
  'escapes, slashes and line breaks': event({ id: 1001, note: 'a\\b/c "d"\r\n\te\u2028f\u0000g' }),
  'whitespace that a parser would lose': '{ "id" : 501,\n  "data" : { } }\n',
  'a number that a parser would round': '{"amount":9007199254740993,"rate":1.10}',
  'a big body': event({
    id: 1001,
    items: Array.from({ length: 400 }, (_, n) => ({ id: n, name: 'Цай ' + n })),
  }),
}

/** `now`: time of arrival, in Unix seconds. `standard`, `plain`: whether each of the two verifications accepts it. */
const vector = (
  name,
  body,
  headers,
  { secret = SECRET, now = AT + 2, standard = true, plain = true } = {},
) => ({
  ...{ name, secret, now, headers, body },
  accepts: { standard, plain },
})

const tea = bodies['an ordinary event']
const neither = { standard: false, plain: false }

const vectors = [
  ...Object.entries(bodies).map(([name, body]) => vector(name, body, signed(body))),
  vector('another id and moment', tea, signed(tea, [SECRET], 'evt_9007199254740991', AT + 86400), {
    now: AT + 86400,
  }),

  vector('while a secret is replaced: the new one', tea, signed(tea, [NEW_SECRET, SECRET]), {
    secret: NEW_SECRET,
  }),
  vector('while a secret is replaced: the old one', tea, signed(tea, [NEW_SECRET, SECRET]), { plain: false }),
  vector('a day after it was replaced: the old one', tea, signed(tea, [NEW_SECRET]), neither),

  vector('four minutes old', tea, signed(tea), { now: AT + 240 }),
  vector('six minutes old', tea, signed(tea), { now: AT + 360, standard: false }),
  vector('from six minutes ahead', tea, signed(tea), { now: AT - 360, standard: false }),

  vector('one byte more', tea + ' ', signed(tea), neither),
  vector('another amount', tea.replace('25000', '1'), signed(tea), neither),
  vector(
    'parsed and written again',
    JSON.stringify(JSON.parse(bodies['whitespace that a parser would lose'])),
    signed(bodies['whitespace that a parser would lose']),
    neither,
  ),
  vector("a stranger's secret", tea, signed(tea, [STRANGER]), neither),
  vector('another id than was signed', tea, { ...signed(tea), 'webhook-id': 'evt_502' }, { standard: false }),
  vector(
    'another moment than was signed',
    tea,
    { ...signed(tea), 'webhook-timestamp': String(AT + 1) },
    { standard: false },
  ),
  vector(
    'a moment that is no number',
    tea,
    { ...signed(tea), 'webhook-timestamp': 'now' },
    { standard: false },
  ),
  vector(
    'an empty signature',
    tea,
    { ...signed(tea), 'webhook-signature': '', 'tolbor-signature': '' },
    neither,
  ),
  vector(
    'a signature of another version only',
    tea,
    { ...signed(tea), 'webhook-signature': signed(tea)['webhook-signature'].replace('v1,', 'v2,') },
    { standard: false },
  ),
  vector('another version beside ours', tea, {
    ...signed(tea),
    'webhook-signature': 'v1a,AAAA ' + signed(tea)['webhook-signature'],
  }),
  vector(
    'half a signature',
    tea,
    {
      ...signed(tea),
      'webhook-signature': signed(tea)['webhook-signature'].slice(0, 24),
      'tolbor-signature': signed(tea)['tolbor-signature'].slice(0, 32),
    },
    neither,
  ),
]

const text = JSON.stringify({ vectors }, null, 2) + '\n'
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(new URL('vectors.json', import.meta.url), text)
