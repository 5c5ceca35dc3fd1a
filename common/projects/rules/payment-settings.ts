import type { Problems } from '../../kit/refusal.ts'
import { settingsForms } from '../../payments/methods/all.ts'
import {
  type PaymentSettings,
  type SettingsForm,
  shownFields,
  type StoredValues,
} from '../../payments/methods/settings.ts'

/** What may be said of a method in a change; null clears. */
export type MethodChanges = Readonly<Record<string, string | boolean | null>>

/** The same of several methods, by name. */
export type PaymentSettingsChanges = Readonly<Record<string, MethodChanges>>

/** A project's settings after `changes`; what is missing to them goes to `problems`. */
export function mergePaymentSettings(
  stored: PaymentSettings,
  changes: PaymentSettingsChanges = {},
  problems: Problems,
): PaymentSettings {
  const changed = settingsForms.flatMap((form) => {
    const change = changes[form.name]
    return change ? [[form.name, mergeMethod(form, stored[form.name], change, problems)] as const] : []
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

/** Whoever can be chosen by customers must be told whole: an enabled method has all its values. */
function mergeMethod(
  { name, fields }: SettingsForm & { name: string },
  stored: StoredValues | undefined,
  changes: MethodChanges,
  problems: Problems,
): StoredValues {
  const merged: Record<string, string | boolean> = { enabled: changes.enabled ?? stored?.enabled ?? false }
  for (const field of Object.keys(fields)) {
    const change = changes[field]
    merged[field] = change === undefined ? (stored?.[field] ?? '') : (change ?? '')
    const path = `payment_methods.${name}.${field}`
    if (!merged.enabled || merged[field] !== '' || problems.has(path)) continue
    problems.add('validation_failed', path, { say: `${path} is required while ${name} is enabled.` })
  }
  return merged
}

/** A project's settings as the API returns them: every method that has any, nothing secret. */
export function serializePaymentSettings(stored: PaymentSettings): Record<string, MethodChanges> {
  return Object.fromEntries(
    settingsForms.map((form) => [form.name, serializeMethod(form, stored[form.name])]),
  )
}

/** The values of one method that may be shown; null where there is none. */
export function serializeMethod(form: SettingsForm, stored: StoredValues | undefined): MethodChanges {
  const values = shownFields(form).map(([field]) => [field, stored?.[field] || null] as const)
  return { enabled: stored?.enabled ?? false, ...Object.fromEntries(values) }
}
