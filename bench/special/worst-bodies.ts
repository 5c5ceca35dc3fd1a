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

/** Decides whether the fields with these rules are filled with the worst values. */
type Takes = (rules: string) => boolean

/** Returns every endpoint with a body, and one without, each with its worst bodies. */
export function worstOfEach(
  takes: Takes = () => true,
): { method: string; path: string; bodies: WorstBody[] }[] {
  const writing = endpoints.filter(({ method }) => method !== 'get')
  const bare = writing.find(({ body }) => body === undefined)
  return writing
    .filter((endpoint) => endpoint.body !== undefined || endpoint === bare)
    .map(({ method, path, body }) => ({
      method,
      path: path.replace(/:\w+/g, '1'),
      bodies: worstBodies(body, takes),
    }))
}

/** Like `worstOfEach`, but of the fields with equal rules, which the same code reads, only the first is filled. */
export function worstOfEachRule(): ReturnType<typeof worstOfEach> {
  const known = new Set<string>()
  return worstOfEach((rules) => known.size < known.add(rules).size)
}

/** The size limit of a request, minus some space for the enclosing names. */
const ROOM = 256 * 1024 - 4_096

/** The path from the body to a field: names, and 0 for an element of a list. */
type Path = readonly (string | 0)[]

/**
 * Returns the bodies of 256 KiB that are slowest to validate. They are derived from the schema, so that they cover new
 * fields: for each field the longest lists, the most keys, the longest text and the deepest nesting; and the whole body
 * at its limits with only invalid values.
 */
function worstBodies(schema: ObjectSchema | undefined, takes: Takes): WorstBody[] {
  const described = (schema?.describe() ?? { type: 'object', keys: {} }) as Described
  const fields = pathsIn(described).filter(([, field]) => takes(rulesOf(field)))
  return [
    // A body that is not an object never reaches a schema.
    ...WORST_VALUES.filter(([what, value]) => value.startsWith('{') || takes(`a body of ${what}`)).map(
      ([what, value]) => ({ what: `a body of ${what}`, json: value }),
    ),
    ...fields.flatMap(([path, { type }]) =>
      (type === 'array' || type === 'object' ? WORST_VALUES : WORST_SINGLE_VALUES).map(([what, value]) => ({
        what: `${path.join('.')}: ${what}`,
        json: wrapped(path, value),
      })),
    ),
    ...Object.entries(INVALID).flatMap(([what, invalid]) => atLimits(described, what, invalid, takes)),
  ].filter(({ json }) => Buffer.byteLength(json) <= 256 * 1024)
}

/** Returns every list, record, object and value in the schema, with its path. */
function pathsIn({ keys = {}, items = [] }: Described, path: Path = []): [Path, Described][] {
  const fields: [Path, Described][] = Object.entries(keys).map(([name, field]) => [[...path, name], field])
  const elements: [Path, Described][] = items.map((element) => [[...path, 0], element])
  return [...fields, ...elements].flatMap(([way, field]) => [
    [way, field] as [Path, Described],
    ...pathsIn(field, way),
  ])
}

/** Names and texts, which do not change how a value is read. */
const WORDS = new Set(['description', 'notes', 'examples', 'presence', 'default', 'missing'])

/** Returns everything that decides how a field is read, as text: equal for fields of the same kind. */
function rulesOf(field: Described): string {
  return JSON.stringify(field, (name, value: unknown) => {
    if (WORDS.has(name)) return undefined
    return typeof value === 'function' || value instanceof RegExp ? String(value) : value
  })
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
  ['an endless key', keys(1, () => 'k'.repeat(ROOM))],
  ['endlessly nested objects', `${'{"a":'.repeat(ROOM / 6)}1${'}'.repeat(ROOM / 6)}`],
  ['endlessly nested lists', `${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}`],
  ['an endless text', `"${'a'.repeat(ROOM)}"`],
  ['an endless email address', `"a@${'a-'.repeat(ROOM / 2 - 10)}"`],
  ['characters of four bytes', `"${'🍵'.repeat(ROOM / 4 - 4)}"`],
  ['blanks', `"${' '.repeat(ROOM / 2)}a${' '.repeat(ROOM / 2 - 10)}a"`],
]

/** The worst values for a field with a single value: fewer, since there are many such fields. */
const WORST_SINGLE_VALUES = WORST_VALUES.filter(([what]) =>
  ['85 000 empty objects', 'endlessly nested lists', 'characters of four bytes'].includes(what),
)

/** An invalid value for every field. In a list all are equal, which is the worst case for unique elements. */
const INVALID: Readonly<Record<string, unknown>> = {
  false: false,
  'a list': [[], [{}]],
  'an object': { a: { b: {} } },
  'invalid characters': '\u0000\ud800',
  'long text': 'ab '.repeat(90),
  'a fraction': 1.5,
}

/** Returns bodies with every list and record at its limit. Nested lists are shorter if they do not fit into a request. */
function atLimits(described: Described, what: string, invalid: unknown, takes: Takes): WorstBody[] {
  const whole = (share: number) => JSON.stringify(filled(described, invalid, share))
  const share = [1, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02].find((part) => Buffer.byteLength(whole(part)) <= ROOM)
  const alone = Object.entries(described.keys ?? {})
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .filter(([, field]) => takes(`at its limits, full of ${what}: ${rulesOf(field)}`))
    .map(([name, field]) => ({
      what: `${name} at its limits, full of ${what}`,
      json: JSON.stringify({ [name]: filled(field, invalid, 1) }),
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
  invalid: unknown,
  share: number,
): unknown {
  const limit = Math.ceil((rules.find(({ name }) => name === 'max')?.args?.limit ?? 0) * share)
  const [element] = items
  if (type === 'array' && element) return Array.from({ length: limit }, () => filled(element, invalid, share))
  if (patterns) return Object.fromEntries(Array.from({ length: limit }, (_, n) => [`key ${n}`, invalid]))
  if (type !== 'object') return invalid
  const inner = Object.entries(fields).map(([name, field]) => [name, filled(field, invalid, share)])
  return { ...Object.fromEntries(inner), unknown: invalid }
}
