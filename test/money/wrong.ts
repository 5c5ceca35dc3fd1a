/** A difference between the rows and the books. */
export class Wrong extends Error {}

export function must(holds: boolean, otherwise: () => string): asserts holds {
  if (!holds) throw new Wrong(otherwise())
}
