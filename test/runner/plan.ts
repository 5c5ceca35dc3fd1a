/** Seconds that a file took last time. */
export type Durations = Readonly<Record<string, number>>

/** Seconds of most files. The long ones are known. */
const DEFAULT_SECONDS = 1

/** Returns the expected seconds of a file. */
export function expectedSeconds(file: string, durations: Durations): number {
  return durations[file] ?? DEFAULT_SECONDS
}

/** Files that measure fractions of a second. They run at the end, one after the other. */
const ALONE = ['test/api/rate-limit.test.ts', 'test/projects/settings.test.ts']

export function isAlone(file: string): boolean {
  return ALONE.includes(file)
}

/** Sorts files, the longest first: short ones fill the gaps at the end. */
export function longestFirst(files: readonly string[], durations: Durations): string[] {
  return [...files].sort(
    (a, b) => expectedSeconds(b, durations) - expectedSeconds(a, durations) || a.localeCompare(b),
  )
}

/** Returns the seconds until `runners` have run these files in this order. `busy` has the seconds until each is free. */
export function timeLeft(
  files: readonly string[],
  durations: Durations,
  runners: number,
  busy: readonly number[] = [],
): number {
  const ends = Array.from({ length: runners }, (_, runner) => busy[runner] ?? 0)
  for (const file of files) {
    const next = ends.indexOf(Math.min(...ends))
    ends[next] = ends[next]! + expectedSeconds(file, durations)
  }
  return Math.max(...ends)
}

/** Formats seconds as `4:05`. */
export function minutes(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
