import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../../common/kit/time.ts'
import { ProviderError } from '../../common/payments/methods/provider.ts'
import type { Screen } from '../screen.ts'

/** How often one payment waits for a provider that was asked too often, and how long where it does not say. */
const MOST_PAUSES = 5
const PAUSE = 10 * SECOND

/** Waits where a provider says that it is asked too often, and asks it again; not once it is to stop. */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  screen: Screen,
  stop: AbortSignal,
): Promise<Answer> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault !== 'limited' || pauses === MOST_PAUSES)
        throw error
      const wait = error.retryAfter ?? PAUSE
      screen.remark(`The provider is asked too often: waiting for ${Math.ceil(wait / SECOND)} s.`)
      await pause(wait, undefined, { signal: stop }).catch(() => undefined)
      if (stop.aborted) throw error
    }
  }
}
