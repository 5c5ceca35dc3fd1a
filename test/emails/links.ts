/** How many things an email asks for: one, two answers of which one is given, or a link for each thing that waits. */
export function linksOf(name: string): number {
  if (name.replaceAll('_', '-') === 'transfers-waiting') return 3
  return /^transfer[-_](reported|due)/.test(name) ? 2 : 1
}
