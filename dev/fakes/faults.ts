import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * How the next request to a fake provider fails. No provider publishes when it fails. Stripe names the kinds in
 * docs.stripe.com/error-low-level: content, network and server errors, each before or after the effect.
 *
 * Without the effect: `reset` (the connection ends), `hang` (no response), `error` (500), `limited` (429), `html` (502
 * with a proxy's page), `strange` (200 with JSON of another shape), or a response that the test gives.
 * With the effect: `lost` (the connection ends), `held` (the response waits for `releaseLast`), `error-after` (500),
 * `malformed` (200 with truncated JSON).
 * With a delayed effect: `executing` (until `releaseLast`, also if the client has disconnected), `delay` (milliseconds).
 */
export type Fault =
  | 'reset'
  | 'hang'
  | 'error'
  | 'limited'
  | 'html'
  | 'strange'
  | 'lost'
  | 'held'
  | 'error-after'
  | 'malformed'
  | 'executing'
  | { delay: number }
  | { status: number; body?: unknown; headers?: Record<string, string> }

export interface Answer {
  status: number
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

/** A failure inside the provider. The fake of the provider converts it to its own 500 response. */
export class ServerFailure extends Error {}

/** Runs the effect of a request, or fails before or after it as planned. */
export type Execute = <Result>(effect: () => Result) => Promise<Result>

const BAD_GATEWAY =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>'

/** The planned failures of a fake, and its delayed responses. */
export class Faults {
  #planned: { fault: Fault; matches: (route: string) => boolean }[] = []
  #waiting: (() => void)[] = []

  /** Plans a failure for the next `times` requests that match. */
  plan(fault: Fault, matches: (route: string) => boolean, times: number): void {
    for (let time = 0; time < times; time += 1) this.#planned.push({ fault, matches })
  }

  /** Removes and returns the first planned failure that matches a route such as `POST /v2/invoice`. */
  take(route: string): Fault | undefined {
    const at = this.#planned.findIndex(({ matches }) => matches(route))
    return at < 0 ? undefined : this.#planned.splice(at, 1)[0]!.fault
  }

  /** Cancels all planned failures. */
  recover(): void {
    this.#planned = []
  }

  /** Continues the request that was delayed last. */
  releaseLast(): void {
    for (const release of this.#waiting.splice(-1)) release()
  }

  /** Responds to a request. `limited` is the provider's 429. `act` runs the effect with `execute` and returns the response. */
  async serve(
    response: ServerResponse,
    fault: Fault | undefined,
    limited: Answer,
    act: (execute: Execute) => Promise<Answer>,
  ): Promise<void> {
    if (fault === 'hang') return
    if (fault === 'reset') return void response.destroy()
    if (fault === 'limited') return send(response, limited)
    if (fault === 'html') return send(response, { status: 502, body: BAD_GATEWAY })
    if (fault === 'strange') return send(response, { status: 200, body: { object: 'something.else' } })
    if (typeof fault === 'object' && 'status' in fault) return send(response, { body: {}, ...fault })
    const answer = await act((effect) => this.#execute(fault, effect))
    if (fault === 'lost') return void response.destroy()
    if (fault === 'held') await this.#released()
    if (fault !== 'malformed') return send(response, answer)
    const text = JSON.stringify(answer.body)
    const headers = { ...answer.headers, 'content-type': JSON_TYPE }
    send(response, { ...answer, headers, body: text.slice(0, text.length / 2) })
  }

  async #execute<Result>(fault: Fault | undefined, effect: () => Result): Promise<Result> {
    if (fault === 'executing') await this.#released()
    if (typeof fault === 'object' && 'delay' in fault) await pause(fault.delay, undefined, { ref: false })
    if (fault === 'error') throw new ServerFailure()
    const result = effect()
    if (fault === 'error-after') throw new ServerFailure()
    return result
  }

  #released(): Promise<void> {
    return new Promise((release) => this.#waiting.push(release))
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a response. A client that has disconnected causes no error. */
export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html; charset=utf-8' : JSON_TYPE
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}
