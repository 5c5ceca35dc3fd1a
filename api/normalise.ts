/** Bodies nest three or four deep; far more is an attack on whoever walks them. */
const DEEPEST = 20

export class TooDeep extends Error {}

/** Object keys that JavaScript itself gives a meaning: a copy of the object would lose them in silence. */
const RESERVED = '__proto__'

/** How to normalise a body, and what was left out of it on the way. */
export interface Normalising {
  /** In a PATCH `null` clears; where a request creates, it is the same as absent. */
  keepNull: boolean
  /** The paths of keys that cannot be kept. */
  reserved: string[]
}

/**
 * Brings a parsed body into the one form that schemas see: strings trimmed, empty ones dropped, and
 * `null` dropped where the request creates. In arrays nothing is dropped.
 */
export function normalise(value: unknown, how: Normalising, path = '', depth = 0): unknown {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) throw new TooDeep()
  if (Array.isArray(value))
    return value.map((element, index) => normalise(element, how, `${path}${index}.`, depth + 1))
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (key === RESERVED) {
      how.reserved.push(path + key)
      continue
    }
    const normal = normalise(inner, how, `${path}${key}.`, depth + 1)
    if (normal === '' || (normal === null && !how.keepNull)) continue
    kept[key] = normal
  }
  return kept
}
