import { GONE_AFTER_SECONDS, workersAlive } from '../../common/services/workers/heartbeat.ts'
import { onConnection } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

/** Checks that at least one worker process works. */
export async function checkWorkers(): Promise<Check> {
  const releases = await onConnection(workersAlive)
  const names = [...new Set(releases)].sort().join(', ')
  return check(
    'workers',
    releases.length > 0,
    `${releases.length} at work (release ${names}).`,
    `None has reported for ${GONE_AFTER_SECONDS} s: no email, webhook or expiry is processed. Start one, and read its log.`,
  )
}
