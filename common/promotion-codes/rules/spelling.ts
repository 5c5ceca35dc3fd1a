/** The one spelling in which a code is kept and compared, however somebody types it. */
export function spelled(code: string): string {
  return inCapitals(code.trim())
}

/** In capitals as codes have them: only a to z have one here, so that no other sign becomes one of theirs. */
export function inCapitals(code: string): string {
  return code.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}
