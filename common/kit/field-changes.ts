export type FieldValue = string | number | boolean | null | string[]

/**
 * A field that a change touched. Without `from` and `to` its values are not recorded: a secret, data of a person, or a list
 * of objects.
 */
export interface FieldChange {
  /** The name in the API; nested ones as `notifications.sale`. */
  field: string
  from?: FieldValue
  to?: FieldValue
}

/** Returns the fields in which two states of an object in the API differ, except the time of the last change. */
export function fieldChanges(before: object, after: object, path = ''): FieldChange[] {
  const [was, is] = [before, after] as Record<string, unknown>[]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from = null, to = null] = [was![name], is![name]]
    const field = path + name
    if (isNested(from) && isNested(to)) return fieldChanges(from, to, `${field}.`)
    if (field === 'updated_at' || JSON.stringify(from) === JSON.stringify(to)) return []
    return [isValue(from) && isValue(to) ? { field, from, to } : { field }]
  })
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isValue(value: unknown): value is FieldValue {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  return parts.every((part) => part === null || typeof part !== 'object')
}
