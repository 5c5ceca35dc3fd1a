import { SECOND } from '../common/kit/time.ts'
import { log } from '../common/runtime/log.ts'
import { readTime } from './session.ts'
import { onConnection } from './sql.ts'

/** So long a process goes by a clock that somebody has set, its own or the database's. */
const EVERY = 10 * SECOND

/** Asks the database what time it is now and then, beside its every new connection. Returns how to stop it. */
export function followTime(): () => void {
  const timer = setInterval(() => {
    onConnection((sql) => readTime((text) => sql.rows(text))).catch((error: unknown) => {
      log().debug({ error: String(error) }, 'the database was not asked for the time')
    })
  }, EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
