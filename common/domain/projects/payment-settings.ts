import type { Problems } from '../../kit/refusal.ts'
import { settingsForms } from '../../methods/all.ts'
import {
  isSetName,
  type Mode,
  MODES,
  type PaymentSettings,
  type SettingsForm,
  type StoredValues,
  type ValuesByMode,
} from '../../methods/settings.ts'

/** Changes to a method's values; null clears. */
type ValueChanges = Readonly<Record<string, string | boolean | null>>

/** Changes to a method: to its values, or to the values of each mode. */
export type MethodChanges = ValueChanges | Readonly<Partial<Record<Mode, ValueChanges>>>

/** A method without its secrets: its values, or the values of each mode. */
type ShownMethod = ShownValues | Record<Mode, ShownValues>
type ShownValues = Record<string, string | boolean | null>

/** Changes to several methods, by name. */
export type PaymentSettingsChanges = Readonly<Record<string, MethodChanges>>

/** Returns a project's settings after `changes`. Adds missing and invalid values to `problems`. */
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

/** Merges the values of one method. An enabled method must have all its values: customers can choose it. */
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
    if (reason) problems.add('validation_failed', path, { sentence: `${path} ${reason}.` })
  }
  return merged
}

/** Returns the secrets that differ, by their path in the project, such as `payment_methods.qpay.live.password`. */
export function changedSecrets(before: PaymentSettings, after: PaymentSettings): string[] {
  return settingsForms.flatMap(({ name, fields, byMode }) =>
    (byMode ? MODES : [null]).flatMap((mode) => {
      const valuesIn = (settings: PaymentSettings) =>
        (mode ? (settings[name] as ValuesByMode | undefined)?.[mode] : settings[name]) as
          StoredValues | undefined
      const [was, is] = [valuesIn(before), valuesIn(after)]
      return Object.entries(fields)
        .filter(([field, { secret }]) => secret && (was?.[field] ?? '') !== (is?.[field] ?? ''))
        .map(([field]) => ['payment_methods', name, ...(mode ? [mode] : []), field].join('.'))
    }),
  )
}

/** Serializes a project's settings for the API. A secret is only reported as set or not set. */
export function serializePaymentSettings(stored: PaymentSettings): Record<string, ShownMethod> {
  return Object.fromEntries(
    settingsForms.map((form) => [form.name, serializeMethod(form, stored[form.name])]),
  )
}

/** Serializes one method, by mode if each mode has its own values; null for a missing value. */
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
