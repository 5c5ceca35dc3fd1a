/** What `bin/bench` tells of the processes that it has started. */
export interface Environment {
  /** The command itself, from which all of ours descend. */
  root: number
  mariadb: number
  redis: number
}

export function environment(): Environment {
  const { BENCH_ROOT, BENCH_MARIADB, BENCH_REDIS } = process.env
  return { root: Number(BENCH_ROOT), mariadb: Number(BENCH_MARIADB), redis: Number(BENCH_REDIS) }
}
