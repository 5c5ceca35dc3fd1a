/** The notation of a language for values. */
export interface Notation {
  text: (value: string) => string
  /** The notation of `true`, `false` and `null`. */
  keywords: Readonly<Record<string, string>>
  list: readonly [open: string, close: string]
  map: readonly [open: string, separator: string, close: string]
  emptyMap: string
}

/** Writes a JSON value as a literal of a language, indented by four spaces for each level. */
export function literal(notation: Notation, value: unknown, depth = 0): string {
  const { text, keywords, list, map, emptyMap } = notation
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return keywords[String(value)] ?? String(value)
  const inner = (one: unknown) => literal(notation, one, depth + 1)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(inner)
    : Object.entries(value).map(([name, one]) => `${text(name)}${map[1]}${inner(one)}`)
  if (parts.length === 0) return isList ? list.join('') : emptyMap
  const [open, close] = isList ? list : [map[0], map[2]]
  const lines = parts.map((part) => `${'    '.repeat(depth + 1)}${part},\n`)
  return `${open}\n${lines.join('')}${'    '.repeat(depth)}${close}`
}
