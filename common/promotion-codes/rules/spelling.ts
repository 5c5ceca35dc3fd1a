/** The one spelling in which a code is kept and compared, however somebody types it. */
export function spelled(code: string): string {
  return code.trim().toUpperCase()
}
