import type { Connection } from 'mysql2'
import { Unavailable } from './errors.ts'

/** Closes a connection that is in an unknown state; what it has not committed is undone. */
export function breakOff(connection: Connection): void {
  // Not `connection.destroy()`: that waits for the other side to close too, and tells nobody who waits.
  const { stream } = connection as unknown as { stream: { destroy: (error: Error) => void } }
  stream.destroy(new Unavailable('the database did not answer in time'))
}
