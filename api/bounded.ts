import type { Bounds } from './bounds.ts'

interface Reading {
  /** In a PATCH `null` clears a field. In a request that creates, it counts as absent. */
  keepNull: boolean
  /** Values of a query are compared untrimmed, and only text counts as absent if it is empty. */
  isQuery: boolean
}

/** A body as schemas see it, no larger than its schema allows. */
export interface Bounded {
  value: unknown
  /** The limits of values that were too large to read, by path. A value of the wrong type replaces each. */
  tooLarge: ReadonlyMap<string, number>
  /** The paths of keys that are special in JavaScript: a copy would lose them silently. */
  reserved: readonly string[]
  /** The number of unknown keys that were dropped, in addition to those kept so that the schema refuses them. */
  moreUnknown: number
}

const RESERVED = '__proto__'

/** The most problems that an answer lists; further unknown keys are only counted. */
const MOST_UNKNOWN = 100

/**
 * Copies the part of a parsed body that its schema describes. Trims strings, drops empty ones, and drops `null` if the
 * request creates something; keeps every element of a list. Invalid parts are not traversed, so the schema bounds the
 * work for any body.
 */
export function readBounded(raw: unknown, bounds: Bounds, { keepNull, isQuery }: Reading): Bounded {
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
      if (isReserved(key, path) || isAbsent(inner, within)) continue
      if ((size += 1) > most) return refuse(path, most)
      kept[key] = read(inner, within, below(path, key))
    }
    return kept
  }

  function readObject(object: object, fields: ReadonlyMap<string, Bounds>, path: string): unknown {
    const kept: Record<string, unknown> = {}
    for (const key of Object.keys(object)) {
      // keys, not entries: allocating a pair for each of 20 000 keys takes twice the time
      const inner = (object as Record<string, unknown>)[key]
      const within = fields.get(key)
      if (isReserved(key, path) || isAbsent(inner, within)) continue
      if (within) kept[key] = read(inner, within, below(path, key))
      else if ((unknown += 1) <= MOST_UNKNOWN) kept[key] = true // the schema refuses it by name, so its value does not matter
    }
    return kept
  }

  function refuse(path: string, limit: number): true {
    tooLarge.set(path, limit)
    return true
  }

  function trimmed(text: string): string {
    return isQuery ? text : text.trim()
  }

  function isAbsent(value: unknown, within?: Bounds): boolean {
    if (typeof value !== 'string') return value === null && !keepNull
    const mayBeEmpty = !isQuery || within?.type !== 'scalar' || within.isText
    return mayBeEmpty && trimmed(value) === ''
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
 * Shortens text that is too long, but leaves it too long for its limit. A code point takes at most two UTF-16 units, so
 * the rest need not be read. Never cuts within a code point.
 */
function shortened(text: string, longest: number): string {
  const enough = 2 * longest + 2
  if (text.length <= enough) return text
  const code = text.charCodeAt(enough - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? enough - 1 : enough)
}
