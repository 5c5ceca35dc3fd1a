/** What one look found; the message says what to do where it is not well. */
export interface Check {
  name: string
  ok: boolean
  message: string
}

/** A look that could not be taken is a finding too. */
export async function looking(name: string, look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look()
  } catch (error) {
    return [{ name, ok: false, message: error instanceof Error ? error.message : String(error) }]
  }
}

/** `fine` where it is well, else what is wrong and what to do. */
export function check(name: string, ok: boolean, fine: string, wrong: string): Check {
  return { name, ok, message: ok ? fine : wrong }
}
