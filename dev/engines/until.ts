import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../processes.ts'

/** Waits up to a minute until `check` returns true. Errors of `check` count as false. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  let last = ''
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    try {
      if (await check()) return
    } catch (error) {
      last = ` (${String(error)})`
    }
  }
  throw new UserError(`Not true within a minute: ${what}${last}.`)
}
