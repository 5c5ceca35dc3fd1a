type NamesIn<Value> = Value extends unknown ? keyof Value : never
type ValueIn<Value, Name extends PropertyKey> =
  Value extends Readonly<Record<Name, infer Inner>> ? Inner : never

/**
 * The fate of each property of an object when its customer is erased: it is kept, or becomes null. A nested object,
 * or the elements of a list, have fates of their own. A property without a fate does not compile.
 */
export type Fates<Value> = { readonly [Name in NamesIn<Value>]-?: Fate<ValueIn<Value, Name>> }
type Fate<Value> = 'kept' | 'erased' | FatesWithin<NonNullable<Value>>
type FatesWithin<Value> = [Value] extends [readonly (infer Element)[]]
  ? Fates<Element>
  : [Value] extends [object]
    ? Fates<Value>
    : never

/** Returns the object without the customer's data. Properties without a fate, from an older form, become null too. */
export function withoutPerson(value: unknown, fates: object): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => withoutPerson(element, fates))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const fate = (fates as Readonly<Record<string, 'kept' | 'erased' | object | undefined>>)[name]
      if (fate === 'kept') return [name, inner]
      return [name, typeof fate === 'object' ? withoutPerson(inner, fate) : null]
    }),
  )
}
