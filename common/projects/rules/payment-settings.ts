import type { Problems } from '../../kit/refusal.ts'
import { settingsForms } from '../../payments/methods/all.ts'
import {
  isSetName,
  type Mode,
  MODES,
  type PaymentSettings,
  type SettingsForm,
  type StoredValues,
  type ValuesByMode,
} from '../../payments/methods/settings.ts'

/** What may be said of a method's values in a change; null clears. */
type ValueChanges = Readonly<Record<string, string | boolean | null>>

/** What may be said of a method in a change: its values, or those of each mode. */
export type MethodChanges = ValueChanges | Readonly<Partial<Record<Mode, ValueChanges>>>

/** What may be shown of a method: its values, or those of each mode. */
type ShownMethod = ShownValues | Record<Mode, ShownValues>
type ShownValues = Record<string, string | boolean | null>

/** The same of several methods, by name. */
export type PaymentSettingsChanges = Readonly<Record<string, MethodChanges>>

/** A project's settings after `changes`; what is missing to them goes to `problems`. */
export function mergePaymentSettings(
  stored: PaymentSettings,
  changes: PaymentSettingsChanges = {},
  problems: Problems,
  forms = settingsForms,
): PaymentSettings {
  const changed = forms.flatMap((form) => {
    const change = changes[form.name]
    return change ? [[form.name, mergeMethod(form, stored[form.name], change, problems)] as const] : []
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

function mergeMethod(
  form: SettingsForm & { name: string },
  stored: PaymentSettings[string] | undefined,
  changes: MethodChanges,
  problems: Problems,
): PaymentSettings[string] {
  if (!form.byMode)
    return mergeValues(form, null, stored as StoredValues | undefined, changes as ValueChanges, problems)
  const before = stored as ValuesByMode | undefined
  const after = MODES.flatMap((mode) => {
    const change = (changes as Partial<Record<Mode, ValueChanges>>)[mode]
    return change ? [[mode, mergeValues(form, mode, before?.[mode], change, problems)] as const] : []
  })
  return { ...before, ...Object.fromEntries(after) }
}

/** Whoever can be chosen by customers must be told whole: an enabled method has all its values. */
function mergeValues(
  { name, fields }: SettingsForm & { name: string },
  mode: Mode | null,
  stored: StoredValues | undefined,
  changes: ValueChanges,
  problems: Problems,
): StoredValues {
  const merged: Record<string, string | boolean> = { enabled: changes.enabled ?? stored?.enabled ?? false }
  for (const [field, { check }] of Object.entries(fields)) {
    const change = changes[field]
    merged[field] = change === undefined ? (stored?.[field] ?? '') : (change ?? '')
    const path = ['payment_methods', name, ...(mode ? [mode] : []), field].join('.')
    if (problems.has(path)) continue
    const isMissing = merged.enabled && merged[field] === ''
    const wrong = typeof change === 'string' ? check?.(change, mode) : undefined
    const reason = isMissing ? `is required while ${name} is enabled` : wrong
    if (reason) problems.add('validation_failed', path, { say: `${path} ${reason}.` })
  }
  return merged
}

/** A project's settings as the API returns them: every method that has any; of a secret, whether there is one. */
export function serializePaymentSettings(stored: PaymentSettings): Record<string, ShownMethod> {
  return Object.fromEntries(
    settingsForms.map((form) => [form.name, serializeMethod(form, stored[form.name])]),
  )
}

/** What of one method may be shown, by mode where each has its own; null where there is no value. */
export function serializeMethod(
  form: SettingsForm,
  stored: PaymentSettings[string] | undefined,
): ShownMethod {
  if (!form.byMode) return serializeValues(form, stored as StoredValues | undefined)
  const { live, test } = (stored ?? {}) as ValuesByMode
  return { live: serializeValues(form, live), test: serializeValues(form, test) }
}

function serializeValues(form: SettingsForm, stored: StoredValues | undefined): ShownValues {
  const values = Object.entries(form.fields).map(([field, { secret }]): [string, string | boolean | null] => {
    const value = stored?.[field] || null
    return secret ? [isSetName(field), value !== null] : [field, value]
  })
  return { enabled: stored?.enabled ?? false, ...Object.fromEntries(values) }
}
