import { settingsForms } from './all.ts'

const ours: readonly string[] = settingsForms.map(({ name }) => name)

/** Returns all methods with settings in the merchant's order; methods that it does not name follow in our order. */
export function methodOrder(wanted: readonly string[], names = ours): string[] {
  return [...wanted.filter((name) => names.includes(name)), ...names.filter((name) => !wanted.includes(name))]
}
