import { parseArgs } from 'node:util'
import { MINUTE, SECOND } from '../kit/time.ts'

/**
 * Milliseconds for which a worker claims a row; afterwards another worker may claim it. Also the longest
 * pause between retries. Tests shorten it with `--lease-seconds`, an argument of every process.
 */
export const lease = readLease()

function readLease(): number {
  const { values } = parseArgs({ options: { 'lease-seconds': { type: 'string' } }, strict: false })
  const seconds = Number(values['lease-seconds'])
  return seconds > 0 ? seconds * SECOND : 2 * MINUTE
}
