/** The seconds of each file in its last run. */
export type Durations = Readonly<Record<string, number>>

/** The seconds of most files. Much longer ones are listed. */
const UNKNOWN = 1

/** Returns the expected seconds of a file. */
export function expected(file: string, durations: Durations): number {
  return durations[file] ?? UNKNOWN
}

/** These files measure fractions of a second, so they run alone after all others. */
const ALONE = ['test/api/rate-limit.test.ts', 'test/projects/settings.test.ts']

export function isAlone(file: string): boolean {
  return ALONE.includes(file)
}

/** Sorts the longest files first, so that short ones fill the gaps at the end. */
export function inOrder(files: readonly string[], durations: Durations): string[] {
  return [...files].sort((a, b) => expected(b, durations) - expected(a, durations) || a.localeCompare(b))
}

/** Returns the seconds until `runners` have run the files in order; `busy` is the remaining time of each runner. */
export function timeLeft(
  files: readonly string[],
  durations: Durations,
  runners: number,
  busy: readonly number[] = [],
): number {
  const ends = Array.from({ length: runners }, (_, runner) => busy[runner] ?? 0)
  for (const file of files) {
    const next = ends.indexOf(Math.min(...ends))
    ends[next] = ends[next]! + expected(file, durations)
  }
  return Math.max(...ends)
}

/** Formats seconds as minutes: `4:05`. */
export function minutes(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
