import { settingsForms } from '../common/payments/methods/all.ts'
import type { Option } from './command.ts'

/** An option that sets one value of a payment method. */
interface MethodOption extends Option {
  method: string
  field: string
  /** Where the API keeps the same value. */
  path: string
  maxLength: number
}

/** The options of every payment method, by their names. */
export const methodOptions: ReadonlyMap<string, MethodOption> = new Map(
  settingsForms.flatMap(({ name: method, fields }) =>
    Object.entries(fields).map(
      ([
        field,
        {
          maxLength,
          option: { name, value, help },
        },
      ]) => {
        const path = `payment_methods.${method}.${field}`
        return [name, { value, help, method, field, path, maxLength }]
      },
    ),
  ),
)

/** What the API calls by a path is an option here. */
export function asOptions(text: string): string {
  const names = new Map(Array.from(methodOptions, ([name, { path }]) => [path, `--${name}`]))
  return text.replace(/payment_methods\.\w+\.\w+/g, (path) => names.get(path) ?? path)
}
