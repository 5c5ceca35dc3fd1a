import { setTimeout as pause } from 'node:timers/promises'
import { messageId } from '../common/domain/webhooks/sign.ts'
import { SECOND } from '../common/kit/time.ts'
import type { FollowedEvent } from '../common/services/events/follow.ts'
import { forwardEvent } from '../common/services/webhooks/deliveries/forward.ts'
import type { Screen } from './screen.ts'

/** Pauses before each retry if the receiver did not respond: enough time to restart it. */
const RETRY_AFTER = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]

/** Posts events to one receiver, one after the other, and prints the result of each. */
export class Forwarder {
  readonly #url: string
  readonly #secret: string
  readonly #screen: Screen
  readonly #stop: AbortSignal
  readonly #retryAfter: readonly number[]
  /** The receiver did not respond to the last event: the next one is tried only once. */
  #isDown = false

  constructor(url: string, secret: string, screen: Screen, stop: AbortSignal, retryAfter = RETRY_AFTER) {
    this.#url = url
    this.#secret = secret
    this.#screen = screen
    this.#stop = stop
    this.#retryAfter = retryAfter
    screen.show({ forward_to: url, secret }, `Forwarding to ${url}, signed with ${secret}`)
  }

  /** Posts an event. Any response is final. Without a response retries, and finally skips the event. */
  async forward(event: FollowedEvent): Promise<void> {
    const waits = this.#isDown ? [] : this.#retryAfter
    for (let tries = 0; ; tries += 1) {
      const { status, error } = await this.#post(event)
      this.#isDown = status === null
      if (status !== null) {
        this.#print({ event_id: event.id, status }, `  → ${status}`)
        return
      }
      const wait = waits[tries]
      if (wait === undefined) {
        const name = messageId(event.id)
        this.#print({ event_id: event.id, status, error }, `  → ${error}; ${name} skipped: ${HOW_TO_READ}`)
        return
      }
      this.#screen.remark(`  → ${error}; retrying in ${wait / SECOND} s`)
      await pause(wait, undefined, { signal: this.#stop })
    }
  }

  /** Posts an event once. Stopping the command also ends the wait for a receiver that hangs. */
  #post(event: FollowedEvent) {
    return new Promise<Awaited<ReturnType<typeof forwardEvent>>>((resolve, reject) => {
      const end = () => {
        reject(new Error('The command was stopped before the receiver answered.'))
      }
      this.#stop.addEventListener('abort', end, { once: true })
      forwardEvent(event, this.#url, this.#secret)
        .then(resolve, reject)
        .finally(() => {
          this.#stop.removeEventListener('abort', end)
        })
    })
  }

  #print(forwarded: object, text: string): void {
    this.#screen.show({ forwarded }, text)
  }
}

const HOW_TO_READ = 'read it with GET /events/:id'
