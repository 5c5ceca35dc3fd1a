import { randomUUID } from 'node:crypto'
import { refusal } from './errors.ts'
import type { Switches } from './switches.ts'

/** The tokens of a fake account: all issued ones, and the valid ones. */
export class Tokens {
  /** All issued tokens, including the refused ones. */
  readonly issued: string[] = []
  readonly #access = new Set<string>()
  readonly #refreshing = new Set<string>()
  readonly #switches: () => Switches

  constructor(switches: () => Switches) {
    this.#switches = switches
  }

  /** Ends all access tokens early; the refresh tokens too with `refreshing`. */
  end({ refreshing = false } = {}): void {
    this.#access.clear()
    if (refreshing) this.#refreshing.clear()
  }

  /** Throws if a token is not valid. */
  check(access: string): void {
    if (!this.#access.has(access)) throw this.#refusal()
  }

  /** Returns the response to POST /v2/auth/refresh. A refresh token works once; that is assumed, no source says it. */
  refresh(token: string): object {
    if (this.#switches().refusesRefreshTokens || !this.#refreshing.delete(token)) throw this.#refusal()
    return this.issue()
  }

  /** Returns the response to POST /v2/auth/token: V2 document, sheet token (see switches.ts). */
  issue(): object {
    const switches = this.#switches()
    if (switches.newTokenEndsEarlierOnes) this.end({ refreshing: true })
    const [access, refresh] = [randomUUID(), randomUUID()]
    this.issued.push(access, refresh)
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
