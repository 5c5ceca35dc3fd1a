import type { Bounds } from './bounds.ts'

/** How to read a body. */
interface Reading {
  /** In a PATCH `null` clears; where a request creates, it is the same as absent. */
  keepNull: boolean
  /** What is looked up by a query is compared as it was sent. */
  trim: boolean
}

/** A body in the one form that schemas see, and no larger than its schema can take. */
export interface Bounded {
  value: unknown
  /** The limits of what was too large to look into, by path: something of the wrong type stands in its place. */
  tooLarge: ReadonlyMap<string, number>
  /** The paths of keys to which JavaScript itself gives a meaning: a copy would lose them in silence. */
  reserved: readonly string[]
  /** How many unknown keys were left out, beyond those that are left in to be refused. */
  moreUnknown: number
}

const RESERVED = '__proto__'

/** As many unknown keys as there can be problems in an answer; the others are only counted. */
const MOST_UNKNOWN = 100

/**
 * Copies of a parsed body what its schema describes: strings trimmed, empty ones dropped, and `null`
 * dropped where the request creates; in lists nothing is dropped. What cannot be valid is not walked
 * through: the work is bounded by the schema, however the body was made up.
 */
export function readBounded(raw: unknown, bounds: Bounds, { keepNull, trim }: Reading): Bounded {
  const tooLarge = new Map<string, number>()
  const reserved: string[] = []
  let unknown = 0

  function read(value: unknown, within: Bounds, path: string): unknown {
    if (typeof value === 'string')
      return shortened(trimmed(value), within.type === 'scalar' ? within.longest : 0)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return within.type === 'list' ? readList(value, within, path) : []
    if (within.type === 'object') return readObject(value, within.fields, path)
    return within.type === 'record' ? readRecord(value, within, path) : {}
  }

  function readList(list: unknown[], { most, element }: Bounds & { type: 'list' }, path: string): unknown {
    if (list.length > most) return refuse(path, most)
    return list.map((value, index) => read(value, element, below(path, index)))
  }

  function readRecord(
    record: object,
    { most, value: within }: Bounds & { type: 'record' },
    path: string,
  ): unknown {
    const kept: Record<string, unknown> = {}
    let size = 0
    for (const [key, inner] of Object.entries(record)) {
      if (isReserved(key, path) || isAbsent(inner)) continue
      if ((size += 1) > most) return refuse(path, most)
      kept[key] = read(inner, within, below(path, key))
    }
    return kept
  }

  function readObject(object: object, fields: ReadonlyMap<string, Bounds>, path: string): unknown {
    const kept: Record<string, unknown> = {}
    for (const key of Object.keys(object)) {
      // not entries: a pair for each of 20 000 takes twice the time
      const inner = (object as Record<string, unknown>)[key]
      if (isReserved(key, path) || isAbsent(inner)) continue
      const within = fields.get(key)
      if (within) kept[key] = read(inner, within, below(path, key))
      else if ((unknown += 1) <= MOST_UNKNOWN) kept[key] = true // refused by its name, whatever it is
    }
    return kept
  }

  function refuse(path: string, limit: number): true {
    tooLarge.set(path, limit)
    return true
  }

  function trimmed(text: string): string {
    return trim ? text.trim() : text
  }

  function isAbsent(value: unknown): boolean {
    return typeof value === 'string' ? trimmed(value) === '' : value === null && !keepNull
  }

  function isReserved(key: string, path: string): boolean {
    if (key !== RESERVED) return false
    reserved.push(below(path, key))
    return true
  }

  const value = read(raw, bounds, '')
  return { value, tooLarge, reserved, moreUnknown: Math.max(0, unknown - MOST_UNKNOWN) }
}

function below(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`
}

/**
 * Text that is too long stays too long: no sign takes more than two units of UTF-16, so the rest need
 * not be looked at. It is not cut within a sign.
 */
function shortened(text: string, longest: number): string {
  const enough = 2 * longest + 2
  if (text.length <= enough) return text
  const code = text.charCodeAt(enough - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? enough - 1 : enough)
}
