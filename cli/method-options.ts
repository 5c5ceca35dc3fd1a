import type { PaymentSettingsChanges } from '../common/domain/projects/payment-settings.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { settingsForms } from '../common/methods/all.ts'
import type { Mode } from '../common/methods/settings.ts'
import type { Given, Option } from './command.ts'

/** An option that sets one value of a payment method. */
interface MethodOption extends Option {
  method: string
  field: string
  byMode: boolean
  secret: boolean
  maxLength: number
}

type Forms = typeof settingsForms

const ON_STDIN = 'read from a line of standard input, since arguments stay in the shell’s history'

/** Returns the options of every payment method, by name. Secrets are read from standard input. */
export function methodOptionsOf(forms: Forms): ReadonlyMap<string, MethodOption> {
  return new Map(
    forms.flatMap(({ name: method, byMode, fields }) =>
      Object.entries(fields).map(([field, { maxLength, secret, option }]) => {
        const shown = secret
          ? { value: '-', help: `${option.help}: ${ON_STDIN}` }
          : { value: option.value, help: option.help }
        const help = byMode ? `${shown.help}; with --mode` : shown.help
        return [option.name, { ...shown, help, method, field, byMode, secret, maxLength }] as const
      }),
    ),
  )
}

const methodOptions = methodOptionsOf(settingsForms)

/** Options of `project create` and `project update` for payment methods. */
export const paymentOptions: Record<string, Option> = {
  ...Object.fromEntries(Array.from(methodOptions, ([name, { value, help }]) => [name, { value, help }])),
  mode: { value: 'test|live', help: 'The mode, for methods with a separate account in each mode' },
  enable: { value: 'METHOD', help: 'Offer it to customers again; several separated by commas' },
  disable: { value: 'METHOD', help: 'Stop offering it, but keep its settings' },
  'method-order': {
    value: 'METHOD,METHOD',
    help: 'The order in which customers see the methods; the others follow',
  },
}

/** Names of the options with secret values. */
export const secretOptions: readonly string[] = Array.from(methodOptions).flatMap(([name, { secret }]) =>
  secret ? [name] : [],
)

/** Values of the payment method options in the API's form, and errors: the option and the sentence. */
export interface MethodValues {
  payment_methods?: PaymentSettingsChanges
  payment_method_order?: string[]
  wrong: [path: string, sentence: string][]
}

/** Reads the payment method options. Setting a value enables the method, in the given mode if it has several. */
export function methodValues(options: Given['options'], forms = settingsForms): MethodValues {
  const known = forms === settingsForms ? methodOptions : methodOptionsOf(forms)
  const changes: Record<string, Record<string, unknown>> = {}
  const wrong: MethodValues['wrong'] = []
  const { mode } = options
  if (mode !== undefined && mode !== 'test' && mode !== 'live')
    wrong.push(['--mode', '--mode must be test or live.'])

  /** Returns the object for a method's values; null if the method needs a mode and none is given. */
  const valuesOf = (option: string, method: string, byMode: boolean): Record<string, unknown> | null => {
    const changed = (changes[method] ??= {})
    if (!byMode) return changed
    if (mode !== undefined) return (changed[mode as Mode] ??= {}) as Record<string, unknown>
    const sentence = `--${option} needs --mode test or --mode live: ${method} has a separate account in each mode.`
    wrong.push([`--${option}`, sentence])
    return null
  }

  for (const [option, { method, field, byMode, maxLength }] of known) {
    const value = options[option]?.trim()
    const values = value === undefined ? null : valuesOf(option, method, byMode)
    if (value === undefined || !values) continue
    values.enabled = true
    if (value === '' || lengthOf(value) > maxLength || unfit(value)) {
      const path = ['payment_methods', method, ...(byMode ? [mode] : []), field].join('.')
      wrong.push([path, `--${option} must be text of 1 to ${maxLength} characters on one line.`])
    } else values[field] = value
  }

  const named = (option: string) => {
    const names = options[option]?.split(',').map((name) => name.trim()) ?? []
    const unknown = names.find((name) => !forms.some((form) => form.name === name))
    if (unknown === undefined) return names
    const all = forms.map(({ name }) => name).join(', ')
    wrong.push([`--${option}`, `There is no method '${unknown}' to set up. Methods: ${all}.`])
    return []
  }
  for (const [option, enabled] of [['enable', true] as const, ['disable', false] as const]) {
    for (const name of named(option)) {
      const { byMode } = forms.find((form) => form.name === name)!
      const values = valuesOf(option, name, byMode)
      if (values) values.enabled = enabled
    }
  }
  const order = named('method-order')
  if (mode !== undefined && !forms.some(({ name, byMode }) => byMode && changes[name]))
    wrong.push(['--mode', '--mode is only for methods with a separate account in each mode. Leave it out.'])
  return {
    ...(Object.keys(changes).length > 0 && { payment_methods: changes }),
    ...(order.length > 0 && { payment_method_order: Array.from(new Set(order)) }),
    wrong,
  }
}

/** Replaces the API's paths in a text by the command line options. */
export function asOptions(text: string, known = methodOptions): string {
  const names = new Map(Array.from(known, ([name, { method, field }]) => [`${method}.${field}`, `--${name}`]))
  return text.replace(
    /payment_methods\.(\w+)(?:\.(?:live|test))?\.(\w+)/g,
    (path, method: string, field: string) => names.get(`${method}.${field}`) ?? path,
  )
}
