import { settingsForms } from './all.ts'

const ourOrder: readonly string[] = settingsForms.map(({ name }) => name)

/** Returns all methods with settings in the merchant's order; methods that it does not name follow in our order. */
export function methodOrder(wanted: readonly string[], names = ourOrder): string[] {
  return [...wanted.filter((name) => names.includes(name)), ...names.filter((name) => !wanted.includes(name))]
}
