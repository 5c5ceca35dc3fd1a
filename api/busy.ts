import { log } from '../common/runtime/log.ts'
import { isLockTimeout, isUnavailable } from '../db/errors.ts'
import { isLostRace } from '../db/transaction.ts'

/** Why the service cannot do now what it can do in a second; null where an error is no such reason. */
function busyWith(error: unknown): string | null {
  if (isUnavailable(error)) return 'MySQL cannot be reached'
  if (isLockTimeout(error)) return 'a request waited too long for a row that another one has locked'
  return isLostRace(error) ? 'a request lost its race each time it was run' : null
}

/** Whether to answer 503 with `Retry-After`: nothing is wrong with the request, nor with our code. Logs why. */
export function isBusy(error: unknown): boolean {
  const reason = busyWith(error)
  if (reason !== null) log().error({ error: String(error) }, reason)
  return reason !== null
}
