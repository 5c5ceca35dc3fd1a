import { parseArgs } from 'node:util'
import { later, MINUTE, SECOND } from '../kit/time.ts'

/**
 * How long after a row's due time its job counts as lost, in milliseconds. Tests bring it near
 * with `--lease-seconds`, an argument of every process, so that they need not wait two minutes.
 */
export const lease = readLease()

function readLease(): number {
  const { values } = parseArgs({ options: { 'lease-seconds': { type: 'string' } }, strict: false })
  const seconds = Number(values['lease-seconds'])
  return seconds > 0 ? seconds * SECOND : 2 * MINUTE
}

/** Until when a row due at `dueAt` may be left to its job before the scanner sends another. */
export function armedUntil(dueAt: Date, now: Date): Date {
  return later(dueAt > now ? dueAt : now, lease)
}
