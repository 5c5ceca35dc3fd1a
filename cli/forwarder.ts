import { setTimeout as pause } from 'node:timers/promises'
import type { FollowedEvent } from '../common/events/follow.ts'
import { messageId } from '../common/events/rules/message-id.ts'
import { SECOND } from '../common/kit/time.ts'
import { forwardEvent } from '../common/webhooks/deliveries/forward.ts'
import type { Screen } from './screen.ts'

/** After so long each a receiver that did not answer is tried again: time to start it anew. */
const AGAIN_AFTER = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]

/** Posts events to one receiver, one after the other, and says what became of each. */
export class Forwarder {
  readonly #url: string
  readonly #secret: string
  readonly #screen: Screen
  readonly #stop: AbortSignal
  readonly #againAfter: readonly number[]
  /** Whether it did not answer the last one at all: then the next one is tried once. */
  #isDown = false

  constructor(url: string, secret: string, screen: Screen, stop: AbortSignal, againAfter = AGAIN_AFTER) {
    this.#url = url
    this.#secret = secret
    this.#screen = screen
    this.#stop = stop
    this.#againAfter = againAfter
    screen.show({ forward_to: url, secret }, `Forwarding to ${url}, signed with ${secret}`)
  }

  /** An answer is final, whatever it says; only where none came is the event posted again, or at last passed over. */
  async forward(event: FollowedEvent): Promise<void> {
    const waits = this.#isDown ? [] : this.#againAfter
    for (let tries = 0; ; tries += 1) {
      const { status, error } = await this.#post(event)
      this.#isDown = status === null
      if (status !== null) {
        this.#say({ event_id: event.id, status }, `  → ${status}`)
        return
      }
      const wait = waits[tries]
      if (wait === undefined) {
        const name = messageId(event.id)
        this.#say(
          { event_id: event.id, status, error },
          `  → ${error}; ${name} is passed over: ${HOW_TO_READ}`,
        )
        return
      }
      this.#screen.remark(`  → ${error}; trying again in ${wait / SECOND} s`)
      await pause(wait, undefined, { signal: this.#stop })
    }
  }

  /** Whoever is asked to end does not wait for a receiver that hangs. */
  #post(event: FollowedEvent) {
    return new Promise<Awaited<ReturnType<typeof forwardEvent>>>((resolve, reject) => {
      const end = () => {
        reject(new Error('asked to end'))
      }
      this.#stop.addEventListener('abort', end, { once: true })
      forwardEvent(event, this.#url, this.#secret)
        .then(resolve, reject)
        .finally(() => {
          this.#stop.removeEventListener('abort', end)
        })
    })
  }

  #say(forwarded: object, text: string): void {
    this.#screen.show({ forwarded }, text)
  }
}

const HOW_TO_READ = 'GET /events/:id still has it'
