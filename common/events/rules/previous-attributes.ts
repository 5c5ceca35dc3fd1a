/** The fields of `after` that were not so in `before`, with what they held there. Both are what JSON can hold. */
export function previousAttributes(before: object, after: object): Record<string, unknown> {
  const held = before as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify(held[name]) ? [] : [[name, held[name] ?? null]],
    ),
  )
}
