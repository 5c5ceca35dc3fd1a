import { sentenceFor } from '../../db/errors.ts'

/** Result of one check. If it failed, the message says what to do. */
export interface Check {
  name: string
  ok: boolean
  message: string
}

/** Runs checks. An error that they throw becomes a failed check. */
export async function runChecks(name: string, run: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await run()
  } catch (error) {
    return [{ name, ok: false, message: sentenceFor(error) }]
  }
}

/** Creates a check result with the message `fine` or `wrong`; `wrong` says what to do. */
export function check(name: string, ok: boolean, fine: string, wrong: string): Check {
  return { name, ok, message: ok ? fine : wrong }
}
