import { SECOND } from '../common/kit/time.ts'
import { log, messageOf } from '../common/runtime/log.ts'
import { databaseErrors } from '../common/runtime/metrics.ts'
import { CAUSE_SENTENCES, type DatabaseCause, databaseCause } from './errors.ts'

/** Interval of log lines about the same cause, in milliseconds: an outage fails every request and scan. */
const LOGGED_EVERY = 10 * SECOND

interface Logged {
  at: number
  /** Errors since that line. */
  since: number
}

// A counter that first appears with 1 looks unchanged to an alert rule: start these at 0.
for (const cause of Object.keys(CAUSE_SENTENCES)) databaseErrors.inc({ cause }, 0)

const logged = new Map<DatabaseCause, Logged>()

/**
 * Counts and logs an error of the database that cannot be used: at once, then every 10 s with the number of further
 * errors. Returns false for any other error.
 */
export function logTrouble(error: unknown): boolean {
  const cause = databaseCause(error)
  if (cause === null) return false
  databaseErrors.inc({ cause })
  const last = logged.get(cause)
  if (last && performance.now() - last.at < LOGGED_EVERY) {
    last.since += 1
    return true
  }
  const more = last?.since ?? 0
  logged.set(cause, { at: performance.now(), since: 0 })
  log().error(
    { cause, error: messageOf(error), ...(more > 0 && { more_errors: more }) },
    `the database ${CAUSE_SENTENCES[cause]}`,
  )
  return true
}

/** Logs the end of each trouble that has been logged, when the database works again. */
export function logRecovery(): void {
  if (logged.size === 0) return
  logged.clear()
  log().info('the database works again')
}
