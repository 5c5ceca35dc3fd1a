import { SECOND } from '../common/kit/time.ts'
import { log } from '../common/runtime/log.ts'
import { readTime } from './session.ts'
import { onConnection } from './sql.ts'

/** Time within which a process notices that a clock was set, its own or the database's, in milliseconds. */
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
