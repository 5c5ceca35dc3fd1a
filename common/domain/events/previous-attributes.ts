/** Returns the fields that changed, with their former values. Both objects must be JSON. */
export function previousAttributes(before: object, after: object): Record<string, unknown> {
  const held = before as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify(held[name]) ? [] : [[name, held[name] ?? null]],
    ),
  )
}
