import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../../common/kit/time.ts'
import { ProviderError } from '../../common/methods/provider.ts'
import type { Screen } from '../screen.ts'

/** Pauses per payment when a provider limits calls, and the pause if it does not give one. */
const MOST_PAUSES = 5
const PAUSE = 10 * SECOND

/** Calls a provider, and retries after a pause if it limits calls. Stops retrying once `stop` is aborted. */
export async function retryWhenLimited<Answer>(
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
      screen.remark(`The provider limits calls: waiting for ${Math.ceil(wait / SECOND)} s.`)
      await pause(wait, undefined, { signal: stop }).catch(() => undefined)
      if (stop.aborted) throw error
    }
  }
}
