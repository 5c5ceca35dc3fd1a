import { log } from '../common/runtime/log.ts'
import { isLockTimeout } from '../db/errors.ts'
import { logTrouble } from '../db/log-trouble.ts'
import { isLostRace } from '../db/transaction.ts'

/** Returns why the request could not get its rows, or null if the error has another cause. */
function busyWith(error: unknown): string | null {
  if (isLockTimeout(error)) return 'a request waited too long for a row that another one has locked'
  return isLostRace(error) ? 'a request lost its race on every attempt' : null
}

/** Returns true if the answer must be 503 with `Retry-After`: neither the request nor our code is wrong. Logs the reason. */
export function isBusy(error: unknown): boolean {
  if (logTrouble(error)) return true
  const reason = busyWith(error)
  if (reason !== null) log().error({ error: String(error) }, reason)
  return reason !== null
}
