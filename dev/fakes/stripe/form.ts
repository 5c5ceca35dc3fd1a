export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormObject = Record<string, FormValue>

/** Parses the body of a request to Stripe: `line_items[0][price_data][currency]=eur` becomes objects and lists. */
export function readForm(text: string): FormObject {
  const root: FormObject = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let place: FormObject = root
    for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as FormObject
    place[path.at(-1)!] = value
  }
  return asLists(root) as FormObject
}

/** Converts objects whose names are all numbers to lists. */
function asLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, asLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d*$/.test(name))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const textOf = (value: FormValue | undefined): string | null =>
  typeof value === 'string' ? value : null
export const objectOf = (value: FormValue | undefined): FormObject =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
