import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, pino } from 'pino'
import type { Cause } from '../domain/audit-log/cause.ts'
import { config } from './config.ts'
import { inSources } from './in-sources.ts'

let logger: Logger | undefined

/**
 * Returns the process's log: one JSON object per line. Log only named fields. Never log whole bodies,
 * headers or page URLs, since they hold secrets and personal data.
 */
export function log(): Logger {
  return (logger ??= pino(
    {
      level: config().logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      base: null,
      serializers: { err: loggable },
      // A copy: pino writes the line's own fields into it.
      mixin: () => Object.assign({}, trace.getStore(), NOT_LOGGED),
    },
    pino.destination(COLLECTED),
  ))
}

/**
 * A slow reader of the log delays no request. Lines are written together, at the latest after 200 ms and when the process
 * exits. A process that is killed loses the lines of its last 200 ms. Writing each line by itself takes 6 % of the main
 * thread's time for a read or a creation (docs/performance.md): each write wakes a thread, which wakes the event loop.
 */
const COLLECTED = { sync: false, minLength: 4_096, periodicFlush: 200 }

/** Fields of the trace that are not logged. */
const NOT_LOGGED = { answerBy: undefined, share: undefined, cause: undefined }

/** Fields of every line logged for a request or a job. A single store, since each one slows every await. */
interface Trace {
  [field: string]: string | number | Cause | undefined
  /** The request's id, also in the jobs that it caused. */
  request_id?: string
  job?: string
  /** Deadline of the request, see `timeLeft`; not logged. */
  answerBy?: number
  /** Project that this work counts for, see `useShareOf`; not logged. */
  share?: number
  /** The person or program that makes the changes, for the audit log; not logged. */
  cause?: Cause
}

/** Fields that identify a job's object and step, such as `subscription_id`. */
type JobTrace = Record<string, string | number>

export const trace = new AsyncLocalStorage<Trace>()

/** Adds fields to all further log lines of this job, so that a failure names its object. No-op in a request. */
export function traceJob(more: JobTrace): void {
  const store = trace.getStore()
  if (store?.job !== undefined) Object.assign(store, more)
}

/** Runs work of a shared job for one request: log lines and events get that request's id. */
export function causedBy<Result>(requestId: string | null, work: () => Result): Result {
  return requestId === null ? work() : trace.run({ ...trace.getStore(), request_id: requestId }, work)
}

/**
 * Picks the fields of an error that may be logged. Database errors carry the whole failed statement with
 * data that customers typed, so only the fields named here are logged.
 */
export function loggable(error: Error): object {
  const { name, message, stack, code, errno } = error as NodeJS.ErrnoException
  return { type: name, code, errno, message, stack: stack && inSources(stack) }
}

/** Returns an error's message for one log line, without the failed statement of a database error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Matches any case, as routes do, and whole URLs, as some proxies send them. */
const SECRET_IN_PATH =
  /^((?:https?:\/\/[^/]*)?\/(?:(?:checkout|i|n|portal|r|t|dashboard\/sign-in)\/(?:\d+\/)?|hints(?:\/[^/]+){4}\/))[^/?]+/i

/** Returns a page's path for the log, with its secret masked. */
export function maskPath(path: string): string {
  return path.replace(/\?.*$/s, '').replace(SECRET_IN_PATH, '$1***')
}
