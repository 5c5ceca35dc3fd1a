import { Problems } from './refusal.ts'

/**
 * A value without its invalid fields. An invalid list element becomes undefined, so that the others keep their
 * positions.
 */
export type InOrder<Value> = {
  [Key in keyof Value]?: Value[Key] extends readonly (infer Element)[] | undefined
    ? readonly (Element | undefined)[]
    : Value[Key]
}

/**
 * A request's body or query after validation against its schema, with its problems. Invalid fields are removed from
 * `value`, so that the rest can be looked up and all problems are reported at once.
 */
export class Submission<Value> {
  readonly problems = new Problems()
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** Returns the value. Throws all problems so far, if there are any. */
  valid(): Value {
    this.problems.refuse()
    return this.#value
  }

  /** Returns the valid fields. Before reporting a field as missing, check whether `problems` contains it. */
  partial(): InOrder<Value> {
    return this.#value as InOrder<Value>
  }
}
