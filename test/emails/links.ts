/** Returns the expected number of links of an email: one for each decision or waiting transfer, otherwise one. */
export function linkCount(name: string): number {
  if (name.replaceAll('_', '-') === 'transfers-waiting') return 4
  return /^transfer[-_](reported|due)/.test(name) ? 2 : 1
}
