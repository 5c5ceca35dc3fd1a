/** One contender in one pair. */
export interface Side {
  /** Requests a second, deliveries a second; or what else the row is about, in its unit. */
  value: number
  /** Milliseconds. */
  p50?: number
  p99?: number
  bytesPerAnswer?: number
  /** Processor time per request or piece of work, in microseconds, by process. */
  cpu?: Record<string, number>
  /** Cores that processes other than ours kept busy meanwhile, those of the host's other guests included. */
  coresOfOthers?: number
}

export interface Pair {
  floor: Side
  service: Side
  /** Service over floor. */
  ratio: number
}

/** What one request costs in the database, counted apart from the measuring. */
export interface Trips {
  statements: number
  roundTrips: number
}

/** One line of the table. */
export interface Row {
  measure: string
  /** `ratio`: the bar is for service over floor. Else it is for what the service does, in this unit. */
  unit: 'ratio' | 'a second' | 's' | 'MiB' | 'ms'
  /** What a pair's sides say, where that is not the unit. */
  of?: string
  better: 'higher' | 'lower'
  bar: number
  goal: number
  pairs: Pair[]
  /** Pairs during which others used more than 0.3 cores. */
  thrownAway: number
  /** Too many were: these are the least disturbed. */
  isDisturbed?: boolean
  trips?: { floor: Trips; service: Trips }
  note?: string
}

/** A point of the plot of growth: what the service does with so many rows. */
export interface Point {
  rows: number
  perSecond: Record<string, number>
}

export interface PartResult {
  rows: Row[]
  growth?: Point[]
}

/** What a row is judged by: a median. */
export function valueOf({ unit, pairs }: Row): number {
  return median(pairs.map(({ ratio, service }) => (unit === 'ratio' ? ratio : service.value)))
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2
}

/** The value that `percent` of the numbers do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN
}
