import type { PaymentMethod } from './method.ts'
import type { PaymentSetup } from './offered.ts'
import { valuesOf } from './settings.ts'

/** The result of checking a method's settings. */
export interface SettingsCheck {
  /** Why customers cannot choose the method, for the merchant. */
  problems: string[]
  /** Whether all its values are set. */
  isComplete: boolean
}

/** Checks a project's settings of a method, without calling its provider. */
export function checkSettings(setup: PaymentSetup, method: PaymentMethod, isTest: boolean): SettingsCheck {
  const { settings } = method
  const { form } = settings
  const { currency } = setup
  const mode = isTest ? 'test' : 'live'
  const values = valuesOf(setup.paymentSettings, method, isTest)
  const at = ['payment_methods', method.name, ...(form?.byMode ? [mode] : [])].join('.')
  const invalid = Object.entries(form?.fields ?? {}).flatMap(([field, { check }]) => {
    const value = values?.[field]
    const reason = value ? check?.(String(value), form?.byMode ? mode : null) : 'is not set'
    return reason ? [`${at}.${field} ${reason}.`] : []
  })
  if (form && values?.enabled !== true)
    invalid.push(`${at}.enabled is false. Set it to true to offer ${method.name} to customers.`)
  if (invalid.length > 0) {
    const isComplete = Object.keys(form?.fields ?? {}).every((field) => values?.[field])
    return { problems: invalid, isComplete }
  }
  const problems = settings.offered({ isTest, currency, values })
    ? []
    : [
        `${method.name} is not available in ${mode} mode of a project in ${currency}. Use another payment method.`,
      ]
  return { problems, isComplete: true }
}
