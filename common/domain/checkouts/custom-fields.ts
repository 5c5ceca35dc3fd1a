import anyAscii from 'any-ascii'
import type { ProblemKey } from '../../kit/sentence-key.ts'
import type { CustomFieldObject } from './object.ts'

/** A merchant's question, as in the request. */
export interface CustomFieldInput {
  label: string
  type: 'text' | 'numeric' | 'dropdown'
  key?: string
  optional?: boolean
  dropdown?: { options: { label: string; value?: string }[] }
}

const MAX_KEY_LENGTH = 50

/** Fills in missing keys and option values. They are derived from the labels. */
export function completeFields(fields: readonly CustomFieldInput[]): CustomFieldObject[] {
  const keys = deriveKeys(fields.map(({ key, label }) => ({ given: key, label })))
  return fields.map((field, index) => ({
    key: keys[index]!,
    label: field.label,
    type: field.type,
    optional: field.optional ?? false,
    dropdown: field.dropdown ? { options: completeOptions(field.dropdown.options) } : null,
    value: null,
  }))
}

function completeOptions(options: readonly { label: string; value?: string }[]) {
  const values = deriveKeys(options.map(({ value, label }) => ({ given: value, label })))
  return options.map(({ label }, index) => ({ label, value: values[index]! }))
}

/** Returns a unique key for each entry. Given keys stay; the others are derived from their labels. */
function deriveKeys(entries: readonly { given: string | undefined; label: string }[]): string[] {
  const taken = new Set(entries.flatMap(({ given }) => given ?? []))
  return entries.map(({ given, label }) => {
    if (given !== undefined) return given
    const key = unique(keyOf(label) || 'field_1', taken)
    taken.add(key)
    return key
  })
}

/**
 * Converts a label to a key: `Нэр` becomes `ner`, `VIP` becomes `vip`; every other run of characters becomes one `_`.
 */
function keyOf(label: string): string {
  return anyAscii(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/_$/, '')
}

function unique(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key
  for (let number = 2; ; number += 1) {
    const suffix = `_${number}`
    const candidate = key.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

const MAX_TEXT_LENGTH = 255
const MAX_NUMERIC_LENGTH = 255

/** Returns the problem with an answer, or null. An empty string means no answer. */
export function checkAnswer(field: CustomFieldObject, answer: string, length: number): ProblemKey | null {
  if (answer === '') return field.optional ? null : 'field_required'
  if (field.type === 'numeric') {
    if (!/^[0-9]+$/.test(answer)) return 'field_not_numeric'
    return length > MAX_NUMERIC_LENGTH ? 'field_too_long' : null
  }
  if (field.type === 'text') return length > MAX_TEXT_LENGTH ? 'field_too_long' : null
  return field.dropdown?.options.some(({ value }) => value === answer) ? null : 'field_not_an_option'
}
