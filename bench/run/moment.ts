/** Milliseconds since 1970 with their fractions. */
export function moment(): number {
  return performance.timeOrigin + performance.now()
}
