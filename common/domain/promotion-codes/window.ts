import type { Problems } from '../../kit/refusal.ts'

/** A code that ends before it begins could never be used. */
export function checkWindow(
  { starts_at: start, expires_at: end }: { starts_at?: Date | null; expires_at?: Date | null },
  problems: Problems,
): void {
  if (!start || !end || start < end) return
  problems.add('validation_failed', 'expires_at', { sentence: 'expires_at must be later than starts_at.' })
}
