/**
 * First id of rehearsal objects: far above every real id, so that they cannot be confused, and small enough
 * for every JSON parser.
 */
export const FIRST_REHEARSED = 900_000_000_000_000

/** Number of object ids per rehearsal. */
const IDS_EACH = 10

/** Returns the id of an object of a rehearsal, by its `index` (0 to 9). */
export function rehearsedId(rehearsalId: number, index: number): number {
  return FIRST_REHEARSED + rehearsalId * IDS_EACH + index
}

/**
 * Returns the indexes 0 to `count` − 1 in the order of sending. With `reorder` each group of three is
 * reversed, so that a later change arrives before an earlier one.
 */
export function orderOf(count: number, reorder: boolean): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  if (!reorder) return places
  return places.map((place) => {
    const first = place - (place % 3)
    return first + Math.min(3, count - first) - 1 - (place % 3)
  })
}
