import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { config } from './config.ts'

let logger: Logger | undefined

/**
 * The process's log: one JSON object a line. What may be logged is named by whoever logs it; bodies,
 * headers and page addresses are never handed over whole, since they hold secrets and personal data.
 */
export function log(): Logger {
  return (logger ??= pino(
    {
      level: config().logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      base: null,
      serializers: { err: tellable },
      mixin: () => trace.getStore() ?? {},
    },
    pino.destination(COLLECTED),
  ))
}

/**
 * Lines are written together, at the latest after a fifth of a second and when the process ends: a
 * write per request took 15 µs of the event loop, 5 in company.
 */
const COLLECTED = { sync: false, minLength: 4_096, periodicFlush: 200 }

/** Carries the id of the request, through its jobs too, into every line logged on its behalf. */
export const trace = new AsyncLocalStorage<{ request_id?: string; job?: string }>()

/**
 * What a log says of an error. Those of the database carry the whole statement that failed, and with it
 * what customers typed: only what is named here is told.
 */
export function tellable(error: Error): object {
  const { name, message, stack, code, errno } = error as NodeJS.ErrnoException
  return { type: name, code, errno, message, stack }
}

/** However it is written: routes do not mind capitals, and a proxy may send an address whole. */
const SECRET_IN_PATH = /^((?:https?:\/\/[^/]*)?\/(?:checkout|i|portal|r|t)\/(?:\d+\/)?)[^/?]+/i

/** A page's path with its secret masked, for the log. */
export function maskPath(path: string): string {
  return path.replace(/\?.*$/s, '').replace(SECRET_IN_PATH, '$1***')
}
