/** An object with every key present, so that none is forgotten. Omitted optional properties are undefined. */
export type Every<Value> = {
  [Name in keyof Value]-?: Value[Name] | (Partial<Value> extends Pick<Value, Name> ? undefined : never)
}

/** Returns the object without undefined properties. */
export function leavingOut<Value extends object>(every: Every<Value>): Value {
  return Object.fromEntries(Object.entries(every).filter(([, value]) => value !== undefined)) as Value
}
