import { becomesTrue } from '../becomes-true.ts'
import { UserError } from '../processes.ts'

/**
 * Waits up to a minute until `check` returns true; it may return what it saw instead. Errors of `check` count as false.
 * Throws a `UserError` with what the last check saw.
 */
export async function until(what: string, check: () => Promise<boolean | string>): Promise<void> {
  let last = ''
  const isTrue = await becomesTrue(async () => {
    try {
      const seen = await check()
      last = typeof seen === 'string' ? ` (${seen})` : ''
      return seen === true
    } catch (error) {
      last = ` (${String(error)})`
      return false
    }
  }, 60)
  if (!isTrue) throw new UserError(`Not true within a minute: ${what}${last}.`)
}
