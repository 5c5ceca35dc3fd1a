import { DAY, later } from '../../kit/time.ts'

/** Time that the payload of an event and its deliveries are kept, in milliseconds. The event itself stays. */
const RETENTION = 90 * DAY

export function keptUntil(writtenAt: Date): Date {
  return later(writtenAt, RETENTION)
}

/**
 * Returns how long an event whose delivery starts now needs its payload. The retry schedule takes up to four days.
 */
export function neededUntil(startedAt: Date): Date {
  return later(startedAt, 5 * DAY)
}
