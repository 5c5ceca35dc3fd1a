import { SECOND } from '../../kit/time.ts'

/** The state of the probes of a process. */
export interface Probes {
  /** When the newest probe was written; null before the first one. */
  writtenAt: Date | null
  /** When the newest probe that has arrived was written; null if none has. */
  arrivedAt: Date | null
}

/** Returns by how many seconds the replica is behind: 0 if the last probe has arrived. Null if no probe has arrived yet. */
export function lagOf({ writtenAt, arrivedAt }: Probes, now: Date): number | null {
  if (arrivedAt === null) return null
  if (writtenAt === null || arrivedAt >= writtenAt) return 0
  return (now.getTime() - arrivedAt.getTime()) / SECOND
}

/** Returns whether a replica with this lag may be used. One that was too far behind must first catch up to half of the limit. */
export function isNearEnough(lag: number, limit: number, wasUsed: boolean): boolean {
  return lag <= (wasUsed ? limit : limit / 2)
}
