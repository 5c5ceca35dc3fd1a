/** Returns the normal form in which codes are stored and compared. */
export function spelled(code: string): string {
  return inCapitals(code.trim())
}

/** Converts a to z to capitals. `toUpperCase` would turn other characters, such as ſ, into A to Z. */
export function inCapitals(code: string): string {
  return code.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}
