import type { Kind, Shape } from '../../common/kit/shape.ts'

/** The content of `data` in a success. */
export interface Reply<Data = unknown> {
  readonly shape: Shape<unknown>
  readonly holds: 'one' | 'page' | 'all'
  /** In place of the example of the shape. */
  readonly example?: unknown
  /** Properties of `meta` in addition to the ones that every page has. */
  readonly meta: Readonly<Record<string, Kind<number, number>>>
  /** Never set. Lets the compiler check the data of an endpoint against its shape. */
  readonly data?: Data
}

/** One object. `unlike` replaces properties of its example, which is usual for the shape, but not for this operation. */
export function one<Value>(shape: Shape<Value>, unlike: Partial<Value> = {}): Reply<Value> {
  return { shape, holds: 'one', meta: {}, example: shape.like(unlike) }
}

/** A page of a list. */
export function listOf<Value>(shape: Shape<Value>, meta: Reply['meta'] = {}): Reply<Value[]> {
  return { shape, holds: 'page', meta }
}

/** A list that is too short for pages. */
export function allOf<Value>(shape: Shape<Value>): Reply<Value[]> {
  return { shape, holds: 'all', meta: {} }
}
