/** The number of retries and the timeout of a request. */
export interface Patience {
  /** The number of retries of a request without a usable response. */
  readonly retries: number
  /** The timeout of an attempt, in milliseconds. */
  readonly timeout: number
}

export type Fetch = (request: Request) => Promise<Response>

const FIRST_WAIT = 250
/** A longer `Retry-After` is not waited for: the caller gets the error. */
const LONGEST_WAIT = 60_000

/**
 * Sends a request until it gets a response. If the request is safe to repeat, it is sent again after a lost connection
 * or a proxy's error that the service is unreachable. It is always sent again if the service did nothing and returned
 * `Retry-After`: 409 of a key that is in progress, 429 and 503.
 */
export function patiently(fetch: Fetch, { retries, timeout }: Patience): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === retries
      let wait: number | null
      try {
        const response = await attemptOf(fetch, request.clone(), timeout)
        wait = waitOf(request, response, attempt)
        if (wait === null || wait > LONGEST_WAIT || isLast) return response
      } catch (error) {
        if (request.signal.aborted || !isRepeatable(request) || isLast) throw error
        wait = backOff(attempt)
      }
      await pause(wait, request.signal)
    }
  }
}

/** Reads the whole body: a response that breaks off counts as no response. */
async function attemptOf(fetch: Fetch, request: Request, timeout: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
  const response = await fetch(new Request(request, { signal }))
  const body = await response.arrayBuffer()
  const whole = new Response(body.byteLength > 0 ? body : null, response)
  Object.defineProperty(whole, 'url', { value: response.url })
  return whole
}

/** A POST has an idempotency key and a PATCH is idempotent; a second DELETE would return 404. */
function isRepeatable({ method }: Request): boolean {
  return method !== 'DELETE'
}

/** Returns the milliseconds until the next try, or null if the response is final. */
function waitOf(request: Request, { status, headers }: Response, attempt: number): number | null {
  const retryAfter = headers.get('Retry-After')
  if (retryAfter !== null && [409, 429, 503].includes(status))
    return Math.max(millisecondsOf(retryAfter), backOff(attempt))
  return [502, 503, 504].includes(status) && isRepeatable(request) ? backOff(attempt) : null
}

function millisecondsOf(retryAfter: string): number {
  const seconds = Number(retryAfter)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isNaN(milliseconds) ? 0 : milliseconds
}

/** Doubles the delay each time, with jitter. */
function backOff(attempt: number): number {
  return FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
  })
}
