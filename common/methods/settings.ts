import type { Amount } from '../kit/money.ts'

/** One value that a merchant enters for a method. Every value is text of one line. */
export interface SettingField {
  /** What it is; shown in the API's reference, with an example. */
  readonly description: string
  readonly example: string
  readonly maxLength: number
  /** Such as a provider's key: it can be entered and replaced, and nothing ever shows it again. */
  readonly secret: boolean
  /**
   * What is wrong with a value, completing the sentence that begins with the field's path; null where nothing is.
   * `mode` is null where both modes share the values.
   */
  readonly check?: (value: string, mode: Mode | null) => string | null
  /** How the operator's commands take it: `--bank-name BANK`. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string }
}

export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

/** The values of a method as a project keeps them, encrypted; `enabled` is one that every method has. */
export type Values<Field extends string> = Readonly<Record<Field, string> & Record<'enabled', boolean>>

/** The values of a method that is not known here by its fields. */
export type StoredValues = Readonly<Record<string, string | boolean>>

/** The values of a method whose account at a provider is another one in each mode. */
export type ValuesByMode = Readonly<Partial<Record<Mode, StoredValues>>>

/** What a project keeps of its methods, by name. */
export type PaymentSettings = Readonly<Record<string, StoredValues | ValuesByMode>>

/** What a merchant enters; all of it is needed while the method is enabled. */
export interface SettingsForm<Field extends string = string> {
  readonly description: string
  /** Whether each mode has values of its own: a provider's keys for trying out are not those for money. */
  readonly byMode: boolean
  readonly fields: Readonly<Record<Field, SettingField>>
}

/** What a method is told by the merchant. */
export interface MethodSettings<Stored extends StoredValues = StoredValues> {
  /** What stands under the method's name in the project's `payment_methods`; null where nothing has to be entered. */
  readonly form: SettingsForm<Exclude<keyof Stored & string, 'enabled'>> | null
  /** Whether customers can choose it, in this mode, with these values, and to pay in this currency. */
  offered(given: { isTest: boolean; values: Stored | undefined; currency: string }): boolean
  /** Whether its provider takes this sum. A method without a provider takes every sum. */
  takes?(amount: Amount, currency: string): boolean
}

/** The values of a method in one mode, or undefined where nobody has entered any. */
export function valuesOf(
  stored: PaymentSettings,
  { name, settings: { form } }: { name: string; settings: Pick<MethodSettings, 'form'> },
  isTest: boolean,
): StoredValues | undefined {
  if (!form?.byMode) return stored[name] as StoredValues | undefined
  return (stored[name] as ValuesByMode | undefined)?.[isTest ? 'test' : 'live']
}

/** What tells of a secret, in its place, whether one has been entered. */
export function isSetName(field: string): string {
  return `${field}_set`
}
