/**
 * The ids of what a rehearsal plays with begin here: far above every real one, so that nobody takes
 * the one for the other, and small enough for every reader of JSON.
 */
export const FIRST_REHEARSED = 900_000_000_000_000

/** How many things one rehearsal can play with. */
const THINGS = 10

/** The id of a rehearsal's `thing` (0 to 9). */
export function rehearsedId(rehearsalId: number, thing: number): number {
  return FIRST_REHEARSED + rehearsalId * THINGS + thing
}

/**
 * The places 0 to `count` − 1 in the order in which they are sent. Mixed up, each three come backwards:
 * what was canceled is canceled before the change that came before it is told.
 */
export function orderOf(count: number, reorder: boolean): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  if (!reorder) return places
  return places.map((place) => {
    const first = place - (place % 3)
    return first + Math.min(3, count - first) - 1 - (place % 3)
  })
}
