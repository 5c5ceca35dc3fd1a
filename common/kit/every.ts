/** Every key of an object named, so that none is forgotten: undefined where an optional one is left out. */
export type Every<Value> = {
  [Name in keyof Value]-?: Value[Name] | (Partial<Value> extends Pick<Value, Name> ? undefined : never)
}

/** The object itself, without what is undefined. */
export function leavingOut<Value extends object>(every: Every<Value>): Value {
  return Object.fromEntries(Object.entries(every).filter(([, value]) => value !== undefined)) as Value
}
