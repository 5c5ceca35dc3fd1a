import { randomUUID } from 'node:crypto'
import { refusal } from './errors.ts'
import type { Switches } from './switches.ts'

/** The tokens of a fake account: which were given, and which still let somebody in. */
export class Tokens {
  /** Every token that was given, also those that are refused now. */
  readonly given: string[] = []
  readonly #access = new Set<string>()
  readonly #refreshing = new Set<string>()
  readonly #switches: () => Switches

  constructor(switches: () => Switches) {
    this.#switches = switches
  }

  /** Ends all access tokens before their time; refresh tokens too if that is asked for. */
  end({ refreshing = false } = {}): void {
    this.#access.clear()
    if (refreshing) this.#refreshing.clear()
  }

  /** Throws if a token lets nobody in. */
  check(access: string): void {
    if (!this.#access.has(access)) throw this.#refusal()
  }

  /** The answer to POST /v2/auth/refresh. A refresh token works once: assumed, the sources do not say. */
  refresh(token: string): object {
    if (this.#switches().refusesRefreshing || !this.#refreshing.delete(token)) throw this.#refusal()
    return this.issue()
  }

  /** The answer to POST /v2/auth/token: V2 document, sheet token (see switches.ts). */
  issue(): object {
    const switches = this.#switches()
    if (switches.newTokenEndsFormer) this.end({ refreshing: true })
    const [access, refresh] = [randomUUID(), randomUUID()]
    this.given.push(access, refresh)
    this.#refreshing.add(refresh)
    if (switches.refusesNextTokens > 0) switches.refusesNextTokens -= 1
    else this.#access.add(access)
    const { as, seconds } = switches.expiry
    const expires = seconds + (as === 'unix' ? Math.floor(Date.now() / 1000) : 0)
    return {
      token_type: 'bearer',
      refresh_expires_in: expires + 3_600,
      refresh_token: refresh,
      access_token: access,
      expires_in: expires,
      scope: 'get_token',
      'not-before-policy': '0',
      session_state: 'sandbox',
    }
  }

  #refusal() {
    return refusal(this.#switches().noCredentials)
  }
}
