import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * How the next request fails, the same for every fake provider. No provider publishes when it fails; Stripe names the
 * kinds in docs.stripe.com/error-low-level (content, network and server errors, each of them before or after the effect).
 *
 * Without an effect: `reset` (the connection ends), `hang` (no answer), `error` (500), `limited` (429), `html` (502 from a
 * proxy, a page), `strange` (200, JSON of another shape), and an answer of the test's own.
 * With the effect: `lost` (the connection ends), `held` (the answer waits for `releaseLast`), `error-after` (500),
 * `malformed` (200, JSON that is cut off).
 * Later: `executing` (the effect comes on `releaseLast`, also if the client has left) and `delay` (after milliseconds).
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
  /** Sent as it is if it is text; as JSON otherwise. */
  body: unknown
  headers?: Record<string, string>
}

/** The provider itself failed: thrown where its code would run, so that the provider decides what its 500 looks like. */
export class ServerFailure extends Error {}

/** Runs an effect in the provider, before, after or without the failure that is planned. */
export type Execute = <Result>(effect: () => Result) => Promise<Result>

const BAD_GATEWAY =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>'

/** The failures that tests have planned for a fake, and the answers that wait. */
export class Faults {
  #planned: { fault: Fault; fits: (route: string) => boolean }[] = []
  #waiting: (() => void)[] = []

  plan(fault: Fault, fits: (route: string) => boolean, times: number): void {
    for (let time = 0; time < times; time += 1) this.#planned.push({ fault, fits })
  }

  /** Takes the first planned failure that fits a route such as `POST /v2/invoice`. */
  take(route: string): Fault | undefined {
    const at = this.#planned.findIndex(({ fits }) => fits(route))
    return at < 0 ? undefined : this.#planned.splice(at, 1)[0]!.fault
  }

  recover(): void {
    this.#planned = []
  }

  /** Lets the request go on that has waited for the shortest time. */
  releaseLast(): void {
    for (const go of this.#waiting.splice(-1)) go()
  }

  /** Answers a request. `limited` is the provider's 429; `act` has the effect inside `execute` and returns the answer. */
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
    return new Promise((go) => this.#waiting.push(go))
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer. The client may have left by now, which is not an error here. */
export function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html; charset=utf-8' : JSON_TYPE
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}
