import { SECOND } from '../common/kit/time.ts'
import { log } from '../common/runtime/log.ts'
import { readTime } from './session.ts'
import { onConnection } from './sql.ts'

/** How long a process may follow a clock that was set in the meantime, its own or the database's. */
const EVERY = 10 * SECOND

/** Reads the database's time every 10 s, in addition to each new connection. Returns a function that stops it. */
export function followTime(): () => void {
  const timer = setInterval(() => {
    onConnection((sql) => readTime((text) => sql.rows(text))).catch((error: unknown) => {
      log().debug(
        { error: String(error) },
        'the time of the database could not be read; it is read again in 10 s',
      )
    })
  }, EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
