import { lengthOf, unfit } from '../common/kit/text.ts'
import { settingsForms } from '../common/payments/methods/all.ts'
import type { Mode } from '../common/payments/methods/settings.ts'
import type { PaymentSettingsChanges } from '../common/projects/rules/payment-settings.ts'
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

const ON_STDIN = 'a line of standard input, since what is typed here stays in the shell’s history'

/** The options of every payment method, by their names. A secret is never one of the arguments. */
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

/** The options of `project create` and `project update` that are about payment methods. */
export const paymentOptions: Record<string, Option> = {
  ...Object.fromEntries(Array.from(methodOptions, ([name, { value, help }]) => [name, { value, help }])),
  mode: { value: 'test|live', help: 'Of which mode, for methods that have an account in each' },
  enable: { value: 'METHOD', help: 'Offer it to customers again; several with commas between' },
  disable: { value: 'METHOD', help: 'Do not offer it any more, but keep what was entered' },
  'method-order': {
    value: 'METHOD,METHOD',
    help: 'The order in which customers are offered them; the rest follows',
  },
}

/** The names of the options whose values are secret. */
export const secretOptions: readonly string[] = Array.from(methodOptions).flatMap(([name, { secret }]) =>
  secret ? [name] : [],
)

/** What was typed about payment methods, as the API takes it, and what is wrong with it: the option, and the sentence. */
export interface MethodValues {
  payment_methods?: PaymentSettingsChanges
  payment_method_order?: string[]
  wrong: [path: string, say: string][]
}

/** Reads it. Naming a value enables the method, in the mode that is named where it has an account in each. */
export function methodValues(options: Given['options'], forms = settingsForms): MethodValues {
  const known = forms === settingsForms ? methodOptions : methodOptionsOf(forms)
  const changes: Record<string, Record<string, unknown>> = {}
  const wrong: MethodValues['wrong'] = []
  const { mode } = options
  if (mode !== undefined && mode !== 'test' && mode !== 'live')
    wrong.push(['--mode', '--mode must be test or live.'])

  /** Where values of the method go; null where its mode is not said. */
  const valuesOf = (option: string, method: string, byMode: boolean): Record<string, unknown> | null => {
    const changed = (changes[method] ??= {})
    if (!byMode) return changed
    if (mode !== undefined) return (changed[mode as Mode] ??= {}) as Record<string, unknown>
    const say = `--${option} needs --mode test or --mode live: ${method} has an account in each.`
    wrong.push([`--${option}`, say])
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
    wrong.push([`--${option}`, `There is no method '${unknown}' to set up. There are: ${all}.`])
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
    wrong.push(['--mode', '--mode goes with a method that has an account in each mode. Leave it out.'])
  return {
    ...(Object.keys(changes).length > 0 && { payment_methods: changes }),
    ...(order.length > 0 && { payment_method_order: Array.from(new Set(order)) }),
    wrong,
  }
}

/** What the API calls by a path is an option here. */
export function asOptions(text: string, known = methodOptions): string {
  const names = new Map(Array.from(known, ([name, { method, field }]) => [`${method}.${field}`, `--${name}`]))
  return text.replace(
    /payment_methods\.(\w+)(?:\.(?:live|test))?\.(\w+)/g,
    (path, method: string, field: string) => names.get(`${method}.${field}`) ?? path,
  )
}
