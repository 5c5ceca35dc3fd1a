/** Something is not as it must be. */
export class Wrong extends Error {}

export function must(holds: boolean, otherwise: () => string): asserts holds {
  if (!holds) throw new Wrong(otherwise())
}
