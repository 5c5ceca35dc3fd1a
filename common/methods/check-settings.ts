import type { PaymentMethod } from './method.ts'
import type { PaidShop } from './offered.ts'
import { valuesOf } from './settings.ts'

/** Reasons why customers cannot choose a method, for the merchant, and whether all its values are set. */
export interface SettingsCheck {
  problems: string[]
  isWhole: boolean
}

/** Checks a project's settings of a method, without calling its provider. */
export function checkSettings(shop: PaidShop, method: PaymentMethod, isTest: boolean): SettingsCheck {
  const { settings } = method
  const { form } = settings
  const { currency } = shop
  const mode = isTest ? 'test' : 'live'
  const values = valuesOf(shop.paymentSettings, method, isTest)
  const at = ['payment_methods', method.name, ...(form?.byMode ? [mode] : [])].join('.')
  const faults = Object.entries(form?.fields ?? {}).flatMap(([field, { check }]) => {
    const value = values?.[field]
    const reason = value ? check?.(String(value), form?.byMode ? mode : null) : 'is not set'
    return reason ? [`${at}.${field} ${reason}.`] : []
  })
  if (form && values?.enabled !== true)
    faults.push(`${at}.enabled is false: customers are not offered ${method.name}.`)
  if (faults.length > 0) {
    const isWhole = Object.keys(form?.fields ?? {}).every((field) => values?.[field])
    return { problems: faults, isWhole }
  }
  const problems = settings.offered({ isTest, currency, values })
    ? []
    : [`${method.name} cannot be chosen in ${mode} mode of a project in ${currency}.`]
  return { problems, isWhole: true }
}
