/** How far the database's clock is ahead of this machine's, in milliseconds, as far as it is known. */
let ahead = 0

let source: () => Date = realNow

/**
 * The time now, by the database's clock, which is the same for every process (docs/decisions/0006). Only
 * edges ask; everything below is told.
 */
export function now(): Date {
  return source()
}

/** As `now`, also where a test says otherwise: for what the world outside compares with its own clock. */
export function realNow(): Date {
  return new Date(Date.now() + ahead)
}

/** Lets a test say what time it is; without an argument the database's clock again. */
export function setClock(clock: () => Date = realNow): void {
  source = clock
}

/** Clocks are read in whole milliseconds: each of two readings may be almost one too early. */
const ROUNDED = 1

/**
 * Learns the database's clock from its reading, which was taken at some moment between the two readings of
 * this machine's. What is known already stays where it can be true: a slow answer makes it no worse.
 */
export function learnTime(asked: number, theirs: Date, answered: number): void {
  const least = theirs.getTime() - answered - ROUNDED
  const most = theirs.getTime() - asked + ROUNDED
  if (ahead < least || ahead > most) ahead = Math.round((least + most) / 2)
}
