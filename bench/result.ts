/** The measurement of floor or service in one pair. */
export interface Side {
  /** The measured value in the unit of the row, for example requests a second. */
  value: number
  /** Milliseconds. */
  p50?: number
  p99?: number
  bytesPerAnswer?: number
  /** Processor time per request or piece of work, in microseconds, by process. */
  cpu?: Record<string, number>
  /** Cores that other processes used meanwhile, including the host's other guests. */
  coresOfOthers?: number
}

export interface Pair {
  floor: Side
  service: Side
  /** Service divided by floor. */
  ratio: number
}

/** The database work of one request. Counted separately from the measurements. */
export interface Trips {
  statements: number
  roundTrips: number
}

/** One line of the table. */
export interface Row {
  measure: string
  /** The unit of bar and goal. `ratio` is service divided by floor, any other unit is the service's own value. */
  unit: 'ratio' | 'a second' | 's' | 'MiB' | 'ms'
  /** The unit of the pairs' values, if it is not `unit`. */
  of?: string
  better: 'higher' | 'lower'
  bar: number
  goal: number
  pairs: Pair[]
  /** The number of pairs during which other processes used more than 0.3 cores. */
  discarded: number
  /** Too many pairs were disturbed: these are the least disturbed ones. */
  isDisturbed?: boolean
  trips?: { floor: Trips; service: Trips }
  note?: string
}

/** A point in the plot of growth: the service's requests a second with this many rows. */
export interface Point {
  rows: number
  perSecond: Record<string, number>
}

export interface PartResult {
  rows: Row[]
  growth?: Point[]
}

/** Returns the value that is compared with bar and goal: a median. */
export function valueOf({ unit, pairs }: Row): number {
  return median(pairs.map(({ ratio, service }) => (unit === 'ratio' ? ratio : service.value)))
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2
}

/** Returns the smallest value that at least `percent` of the numbers do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN
}
