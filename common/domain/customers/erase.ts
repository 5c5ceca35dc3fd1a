import type { Kind, ValueFate } from '../../kit/shape.ts'

/**
 * Returns the fate of an object from the definition of its properties. Throws if a property has none, so that no process
 * starts before a new text has a fate.
 */
export function fateOf({ fate }: Pick<Kind<unknown>, 'fate'>, path = 'object'): ValueFate {
  if (fate === undefined)
    throw new Error(`${path} has no fate at an erasure: add .kept() or .erased() to its definition`)
  if (typeof fate === 'object')
    for (const [name, inner] of Object.entries(fate)) fateOf({ fate: inner }, `${path}.${name}`)
  return fate
}

/** Returns the object without the customer's data. Properties without a fate, from an older form, become null too. */
export function withoutPerson(value: unknown, fate: ValueFate): unknown {
  if (fate === 'kept') return value
  if (fate === 'erased') return null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => withoutPerson(element, fate))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutPerson(inner, fate[name] ?? 'erased')]),
  )
}
