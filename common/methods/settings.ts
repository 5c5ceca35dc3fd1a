import type { Amount } from '../kit/money.ts'
import type { ProblemKey, SentenceKey } from '../kit/sentence-key.ts'

/** One value that a merchant enters for a method. Every value is text of one line. */
export interface SettingField {
  /** Its label in the dashboard. */
  readonly label: SentenceKey
  /** Its meaning, shown in the API's reference with an example. */
  readonly description: string
  readonly example: string
  readonly maxLength: number
  /** True for example for a provider's key: it can be entered and replaced, and is never shown again. */
  readonly secret: boolean
  /**
   * Returns the problem of a value, which follows the field's path in a sentence; null if the value is valid.
   * `mode` is null if both modes share the values.
   */
  readonly check?: (value: string, mode: Mode | null) => string | null
  /** The sentence of the dashboard about a value that `check` refuses. */
  readonly problem?: ProblemKey
  /** Its option of the operator's commands: `--bank-name BANK`. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string }
}

export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

/** The values of a method, stored encrypted with the project. Every method has `enabled`. */
export type Values<Field extends string> = Readonly<Record<Field, string> & Record<'enabled', boolean>>

/** The values of any method, without the names of its fields. */
export type StoredValues = Readonly<Record<string, string | boolean>>

/** The values of a method with a separate account at its provider for each mode. */
export type ValuesByMode = Readonly<Partial<Record<Mode, StoredValues>>>

/** The settings of a project's methods, by name. */
export type PaymentSettings = Readonly<Record<string, StoredValues | ValuesByMode>>

/** The form that a merchant fills in. All fields are required while the method is enabled. */
export interface SettingsForm<Field extends string = string> {
  readonly description: string
  /** What to enter, and where to find it, for the dashboard. */
  readonly guide?: SentenceKey
  /** The label of our address for reports of the provider, if the merchant must enter it at the provider. */
  readonly reportsTo?: SentenceKey
  /** Whether each mode has its own values, such as test keys and live keys. */
  readonly byMode: boolean
  readonly fields: Readonly<Record<Field, SettingField>>
}

/** The settings of a method. */
export interface MethodSettings<Stored extends StoredValues = StoredValues> {
  /** The form under the method's name in the project's `payment_methods`; null for a method without settings. */
  readonly form: SettingsForm<Exclude<keyof Stored & string, 'enabled'>> | null
  /** Returns whether customers can choose it in this mode and currency, with these values. */
  offered(given: { isTest: boolean; values: Stored | undefined; currency: string }): boolean
  /** Returns whether its provider accepts this amount. A method without a provider accepts every amount. */
  accepts?(amount: Amount, currency: string): boolean
}

/** Returns the values of a method in one mode; undefined if the merchant has not entered any. */
export function valuesOf(
  stored: PaymentSettings,
  { name, settings: { form } }: { name: string; settings: Pick<MethodSettings, 'form'> },
  isTest: boolean,
): StoredValues | undefined {
  if (!form?.byMode) return stored[name] as StoredValues | undefined
  return (stored[name] as ValuesByMode | undefined)?.[isTest ? 'test' : 'live']
}

/** Returns the name of the field that replaces a secret, and shows only whether it is set. */
export function isSetName(field: string): string {
  return `${field}_set`
}

/** Returns the account that receives transfers, with null for what is missing. */
export function accountIn({ bank_transfer: values = {} }: PaymentSettings) {
  const { bank_name, account_number, account_holder } = values as Record<string, string | undefined>
  return {
    bank_name: bank_name ?? null,
    account_number: account_number ?? null,
    account_holder: account_holder ?? null,
  }
}
