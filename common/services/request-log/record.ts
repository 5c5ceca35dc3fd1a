import { onConnection } from '../../../db/sql.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { log, messageOf } from '../../runtime/log.ts'

/** A finished API request to record. */
export interface FinishedRequest {
  projectId: number
  isTest: boolean
  tokenId: number
  requestId: string
  method: string
  path: string
  status: number
  ms: number
  at: Date
  /** Returns the stored parts of a failed request. Not called if the request is not recorded, to save time. */
  failure: (() => { error: string | null; body: string | null }) | null
}

/** One project cannot fill the log or the disk: its successes and its failures in a minute and process, each at most. */
const MOST_IN_MINUTE = 300
/** Rows that wait for the next batch. While the database does not answer, further ones are lost. */
const MOST_WAITING = 5_000
const BATCH = 500
const WRITE_EVERY = SECOND

interface Count {
  minute: number
  succeeded: number
  failed: number
  /** Requests that were not recorded since the last one that was. */
  skipped: number
}

type Row = (string | number | boolean | Date | null)[]

const COLUMNS =
  'project_id, is_test, token_id, request_id, method, path, status, is_failed, duration_ms, error, body, skipped, created_at'

/**
 * Records API requests: collected in this process and written in batches after the responses, so that no request waits. A
 * crash loses the last second, and an outage of the database the rows of that time: acceptable for a log.
 */
export class RequestRecorder {
  #counts = new Map<number, Count>()
  #waiting: Row[] = []
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor() {
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY).unref()
  }

  /** Adds a request to the next batch, if the project has not had too many in this minute. */
  add(request: FinishedRequest): void {
    const skipped = this.#takeTurn(request)
    if (skipped === null) return
    const { projectId, isTest, tokenId, requestId, method, path, status, ms, at, failure } = request
    const { error, body } = failure?.() ?? { error: null, body: null }
    const what = [method.slice(0, 8), path, status, status >= 400, Math.round(ms), error, body]
    this.#waiting.push([projectId, isTest, tokenId, requestId, ...what, skipped, at])
  }

  /** Returns the number of requests that were skipped before this one; null if this one is skipped too. */
  #takeTurn({ projectId, status, at }: FinishedRequest): number | null {
    const minute = Math.floor(at.getTime() / MINUTE)
    let count = this.#counts.get(projectId)
    if (count?.minute !== minute) {
      count = { minute, succeeded: 0, failed: 0, skipped: count?.skipped ?? 0 }
      this.#counts.set(projectId, count)
    }
    const kind = status < 400 ? 'succeeded' : 'failed'
    if (count[kind] >= MOST_IN_MINUTE || this.#waiting.length >= MOST_WAITING) {
      count.skipped += 1
      return null
    }
    count[kind] += 1
    const { skipped } = count
    count.skipped = 0
    return skipped
  }

  /** Writes what waits. Never throws. */
  write(): Promise<void> {
    return (this.#writing = this.#writing.then(() => this.#writeAll()))
  }

  async #writeAll(): Promise<void> {
    this.#forgetIdle()
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, BATCH)
      try {
        await onConnection((sql) => sql.run(`INSERT INTO api_requests (${COLUMNS}) VALUES ?`, [rows]))
      } catch (error) {
        log().warn(
          { error: messageOf(error), rows: rows.length },
          'rows of the request log could not be written and are lost; check the database',
        )
        return
      }
    }
  }

  /** Without it, every project that ever sent a request would have a count. */
  #forgetIdle(): void {
    const minute = Math.floor(Date.now() / MINUTE)
    for (const [projectId, count] of this.#counts)
      if (count.minute < minute - 1) this.#counts.delete(projectId)
  }

  /** Writes the last rows, and ends. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}

let recorder: RequestRecorder | null = null

/** Starts to record the requests of this process. Returns a function that writes the last ones and stops. */
export function startRequestLog(): () => Promise<void> {
  const started = (recorder = new RequestRecorder())
  return async () => {
    if (recorder === started) recorder = null
    await started.stop()
  }
}

/** Records a finished request, if this process records requests. */
export function recordRequest(request: FinishedRequest): void {
  recorder?.add(request)
}
