import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, pino } from 'pino'
import { config } from './config.ts'
import { inSources } from './in-sources.ts'

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
      mixin: () => ({ ...trace.getStore(), answerBy: undefined }), // a copy: pino writes the line's own fields into it
    },
    pino.destination(COLLECTED),
  ))
}

/**
 * Lines are written together, at the latest after a fifth of a second and when the process ends: a
 * write per request took 15 µs of the event loop, 5 in company.
 */
const COLLECTED = { sync: false, minLength: 4_096, periodicFlush: 200 }

/** What every line carries that is logged on behalf of a request or a job; one store, since each costs every await. */
interface Trace extends JobTrace {
  /** The request's id, also in the jobs that it caused. */
  request_id?: string
  job?: string
  /** By when the request is to be answered, see `timeLeft`; not logged. */
  answerBy?: number
}

/** What a job is about: `subscription_id` or the like, and which step of it. */
type JobTrace = Record<string, string | number>

export const trace = new AsyncLocalStorage<Trace>()

/** Adds to what the lines of this job carry from here on, so that a failure says at what. In a request it does nothing. */
export function traceJob(more: JobTrace): void {
  const store = trace.getStore()
  if (store?.job !== undefined) Object.assign(store, more)
}

/** Does on behalf of a request what many share a job for: its log lines and events say which one. */
export function causedBy<Result>(requestId: string | null, work: () => Result): Result {
  return requestId === null ? work() : trace.run({ ...trace.getStore(), request_id: requestId }, work)
}

/**
 * What a log says of an error. Those of the database carry the whole statement that failed, and with it
 * what customers typed: only what is named here is told.
 */
export function tellable(error: Error): object {
  const { name, message, stack, code, errno } = error as NodeJS.ErrnoException
  return { type: name, code, errno, message, stack: stack && inSources(stack) }
}

/** What is told of an error where there is room for a line: never the statement that failed. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** However it is written: routes do not mind capitals, and a proxy may send an address whole. */
const SECRET_IN_PATH =
  /^((?:https?:\/\/[^/]*)?\/(?:(?:checkout|i|portal|r|t)\/(?:\d+\/)?|hints(?:\/[^/]+){4}\/))[^/?]+/i

/** A page's path with its secret masked, for the log. */
export function maskPath(path: string): string {
  return path.replace(/\?.*$/s, '').replace(SECRET_IN_PATH, '$1***')
}
