import { DAY, later } from '../../kit/time.ts'

/** How long the object inside an event is kept, and the deliveries of it. The event itself stays. */
const RETENTION = 90 * DAY

export function keptUntil(writtenAt: Date): Date {
  return later(writtenAt, RETENTION)
}

/** An event that is begun to be sent must keep its payload until then: the schedule takes up to four days. */
export function neededUntil(begun: Date): Date {
  return later(begun, 5 * DAY)
}
