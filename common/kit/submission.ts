import { Problems } from './refusal.ts'

/** A value without its faulty fields. Where an element of a list was one there is `undefined`: the others keep their places. */
export type InOrder<Value> = {
  [Key in keyof Value]?: Value[Key] extends readonly (infer Element)[] | undefined
    ? readonly (Element | undefined)[]
    : Value[Key]
}

/**
 * A request's body or query after its schema: what can be trusted, and what is wrong. Faulty fields
 * are taken out of `value`, so that the rest can still be looked up and every problem told at once.
 */
export class Submission<Value> {
  readonly problems = new Problems()
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  /** The value; refuses with everything wrong so far, if anything is. */
  valid(): Value {
    this.problems.refuse()
    return this.#value
  }

  /** The fields that are in order; look `problems` up before missing one. */
  partial(): InOrder<Value> {
    return this.#value as InOrder<Value>
  }
}
