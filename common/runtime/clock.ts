/** Estimate of how far the database's clock is ahead of this machine's, in milliseconds. */
let ahead = 0

let source: () => Date = realNow

/**
 * Returns the current time by the database's clock, the same for every process (docs/decisions/0006). Only
 * edges call it; the code below them gets the time as an argument.
 */
export function now(): Date {
  return source()
}

/** Returns the real time, even if a test set the clock: for times that other systems compare with their own. */
export function realNow(): Date {
  return new Date(Date.now() + ahead)
}

/** Sets the clock for a test; without an argument restores the database's clock. */
export function setClock(clock: () => Date = realNow): void {
  source = clock
}

/** Clocks are read in whole milliseconds: each reading may be up to one too early. */
const ROUNDED = 1

/**
 * Updates the estimate of the database's clock from one reading, taken between two readings of this
 * machine's clock. Keeps an estimate that is still possible: a slow response does not make it worse.
 */
export function learnTime(sentAt: number, databaseTime: Date, receivedAt: number): void {
  const least = databaseTime.getTime() - receivedAt - ROUNDED
  const most = databaseTime.getTime() - sentAt + ROUNDED
  if (ahead < least || ahead > most) ahead = Math.round((least + most) / 2)
}
