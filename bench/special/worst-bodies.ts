import type { Description, ObjectSchema } from 'joi'
import { endpoints } from '../../api/v1/router.ts'

interface Described extends Description {
  type: string
  keys?: Record<string, Described>
  items?: Described[]
  rules?: { name: string; args?: { limit?: number } }[]
  patterns?: unknown[]
}

export interface WorstBody {
  what: string
  json: string
}

/** Every endpoint that takes a body, and one of those that take none, with the worst for each. */
export function worstOfEach(): { method: string; path: string; bodies: WorstBody[] }[] {
  const writing = endpoints.filter(({ method }) => method !== 'get')
  const bare = writing.find(({ body }) => body === undefined)
  return writing
    .filter((endpoint) => endpoint.body !== undefined || endpoint === bare)
    .map(({ method, path, body }) => ({
      method,
      path: path.replace(/:\w+/g, '1'),
      bodies: worstBodies(body),
    }))
}

/** As much as a request may carry, with some room for the names around it. */
const ROOM = 256 * 1024 - 4_096

/** A way from the body to one of its fields: names, and 0 for "an element of this list". */
type Path = readonly (string | 0)[]

/**
 * The most that can be made of 256 KiB against what reads it, from the schema itself, so that a new
 * field is tried too: for each place in it the longest lists, the most keys, the longest text and the
 * deepest nesting, and all of it exactly at its limits with everything in it wrong.
 */
function worstBodies(schema: ObjectSchema | undefined): WorstBody[] {
  const described = (schema?.describe() ?? { type: 'object', keys: {} }) as Described
  return [
    ...WORST_VALUES.map(([what, value]) => ({ what: `a body of ${what}`, json: value })),
    ...pathsIn(described).flatMap(([path, { type }]) =>
      (type === 'array' || type === 'object' ? WORST_VALUES : WORST_OF_ONE).map(([what, value]) => ({
        what: `${path.join('.')}: ${what}`,
        json: wrapped(path, value),
      })),
    ),
    ...Object.entries(WRONG).flatMap(([what, wrong]) => atLimits(described, what, wrong)),
  ].filter(({ json }) => Buffer.byteLength(json) <= 256 * 1024)
}

/** Every list, record, object and value that the schema knows, each by one way to it. */
function pathsIn({ keys = {}, items = [] }: Described, path: Path = []): [Path, Described][] {
  const fields: [Path, Described][] = Object.entries(keys).map(([name, field]) => [[...path, name], field])
  const elements: [Path, Described][] = items.map((element) => [[...path, 0], element])
  return [...fields, ...elements].flatMap(([way, field]) => [
    [way, field] as [Path, Described],
    ...pathsIn(field, way),
  ])
}

function wrapped(path: Path, json: string): string {
  return path.reduceRight<string>(
    (inner, step) => (step === 0 ? `[${inner}]` : `{${JSON.stringify(step)}:${inner}}`),
    json,
  )
}

function repeated(part: string, between = ','): string {
  return Array.from({ length: Math.floor(ROOM / (part.length + between.length)) }, () => part).join(between)
}

function keys(count: number, name: (n: number) => string): string {
  return `{${Array.from({ length: count }, (_, n) => `"${name(n)}":0`).join(',')}}`
}

const WORST_VALUES: readonly (readonly [what: string, json: string])[] = [
  ['85 000 empty objects', `[${repeated('{}')}]`],
  ['120 000 empty texts', `[${repeated('""', ',')}]`],
  ['130 000 numbers', `[${repeated('1')}]`],
  ['20 000 keys', keys(20_000, (n) => `k${n}`)],
  ['twenty long keys', keys(20, (n) => `${n}${'k'.repeat(ROOM / 20 - 10)}`)],
  ['a key without an end', keys(1, () => 'k'.repeat(ROOM))],
  ['objects without an end', `${'{"a":'.repeat(ROOM / 6)}1${'}'.repeat(ROOM / 6)}`],
  ['lists without an end', `${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}`],
  ['text without an end', `"${'a'.repeat(ROOM)}"`],
  ['an address without an end', `"a@${'a-'.repeat(ROOM / 2 - 10)}"`],
  ['signs of four bytes', `"${'🍵'.repeat(ROOM / 4 - 4)}"`],
  ['blanks', `"${' '.repeat(ROOM / 2)}a${' '.repeat(ROOM / 2 - 10)}a"`],
]

/** The same for a field that holds one value: fewer, since there are many of them. */
const WORST_OF_ONE = WORST_VALUES.filter(([what]) =>
  ['85 000 empty objects', 'lists without an end', 'signs of four bytes'].includes(what),
)

/** What stands wherever the schema wants a value; in a list all are the same, which is the worst for "each different". */
const WRONG: Readonly<Record<string, unknown>> = {
  false: false,
  'a list': [[], [{}]],
  'an object': { a: { b: {} } },
  'unfit text': '\u0000\ud800',
  'long text': 'ab '.repeat(90),
  'no whole number': 1.5,
}

/** The whole body with every list and record exactly at its limit; nested lists share what fits into a request. */
function atLimits(described: Described, what: string, wrong: unknown): WorstBody[] {
  const whole = (share: number) => JSON.stringify(filled(described, wrong, share))
  const share = [1, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02].find((part) => Buffer.byteLength(whole(part)) <= ROOM)
  const alone = Object.entries(described.keys ?? {})
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .map(([name, field]) => ({
      what: `${name} at its limits, full of ${what}`,
      json: JSON.stringify({ [name]: filled(field, wrong, 1) }),
    }))
  return [
    ...alone,
    ...(share === undefined
      ? []
      : [{ what: `everything at ${share} of its limits, full of ${what}`, json: whole(share) }]),
  ]
}

function filled(
  { type, keys: fields = {}, items = [], patterns, rules = [] }: Described,
  wrong: unknown,
  share: number,
): unknown {
  const limit = Math.ceil((rules.find(({ name }) => name === 'max')?.args?.limit ?? 0) * share)
  const [element] = items
  if (type === 'array' && element) return Array.from({ length: limit }, () => filled(element, wrong, share))
  if (patterns) return Object.fromEntries(Array.from({ length: limit }, (_, n) => [`key ${n}`, wrong]))
  if (type !== 'object') return wrong
  const inner = Object.entries(fields).map(([name, field]) => [name, filled(field, wrong, share)])
  return { ...Object.fromEntries(inner), unknown: wrong }
}
