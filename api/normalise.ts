/** Bodies nest three or four deep; far more is an attack on whoever walks them. */
const DEEPEST = 20

export class TooDeep extends Error {}

/**
 * Brings a parsed body into the one form that schemas see: strings trimmed, empty ones dropped, and
 * `null` dropped where the request creates (in a PATCH it clears). In arrays nothing is dropped.
 */
export function normalise(value: unknown, keepNull: boolean, depth = 0): unknown {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) throw new TooDeep()
  if (Array.isArray(value)) return value.map((element) => normalise(element, keepNull, depth + 1))
  const kept: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    const normal = normalise(inner, keepNull, depth + 1)
    if (normal === '' || (normal === null && !keepNull)) continue
    kept.push([key, normal])
  }
  return Object.fromEntries(kept) // defines own properties, so a key named __proto__ is only a key
}
