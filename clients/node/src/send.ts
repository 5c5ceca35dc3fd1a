/** How often and how patiently a request is sent. */
export interface Patience {
  /** How many more times a request is sent that could not be answered. */
  readonly retries: number
  /** Milliseconds until an attempt counts as not answered. */
  readonly timeout: number
}

export type Fetch = (request: Request) => Promise<Response>

const FIRST_WAIT = 250
/** Who asks for more than this is not waited for: the caller hears of it. */
const LONGEST_WAIT = 60_000

/**
 * Sends a request until it is answered. It is sent again after a lost connection or a proxy's word that nobody is
 * there, where that cannot do anything twice; and whenever the service says that it did nothing and when to come
 * back: 409 of a key that is in progress, 429 and 503, each with `Retry-After`.
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

/** With its whole body: one that breaks off on its way is no answer. */
async function attemptOf(fetch: Fetch, request: Request, timeout: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
  const response = await fetch(new Request(request, { signal }))
  const body = await response.arrayBuffer()
  const whole = new Response(body.byteLength > 0 ? body : null, response)
  Object.defineProperty(whole, 'url', { value: response.url })
  return whole
}

/** A POST has its idempotency key, a PATCH sets what it sets; a second DELETE would find nothing. */
function isRepeatable({ method }: Request): boolean {
  return method !== 'DELETE'
}

/** Milliseconds until it is worth asking again; null where that is the answer. */
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

/** Twice as long each time, and never for all at the same moment. */
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
