/** File → the seconds it took the last time. */
export type Durations = Readonly<Record<string, number>>

/** What most files take; those that take much longer are known. */
const UNKNOWN = 1

/** How long a file will take. */
export function expected(file: string, durations: Durations): number {
  return durations[file] ?? UNKNOWN
}

/** They measure times of a fraction of a second, and so run when all others are done, one after the other. */
const ALONE = ['test/api/rate-limit.test.ts', 'test/projects/settings.test.ts']

export function isAlone(file: string): boolean {
  return ALONE.includes(file)
}

/** The longest first: what is short fills the gaps at the end. */
export function inOrder(files: readonly string[], durations: Durations): string[] {
  return [...files].sort((a, b) => expected(b, durations) - expected(a, durations) || a.localeCompare(b))
}

/** When the last of `runners` is done that take these files in this order; `busy` is what each has yet to do. */
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

/** `4:05` */
export function minutes(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
