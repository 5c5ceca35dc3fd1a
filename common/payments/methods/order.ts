import { settingsForms } from './all.ts'

const ours: readonly string[] = settingsForms.map(({ name }) => name)

/** The methods that merchants set up, in the order that one of them wants; those that it does not name follow in ours. */
export function methodOrder(wanted: readonly string[], names = ours): string[] {
  return [...wanted.filter((name) => names.includes(name)), ...names.filter((name) => !wanted.includes(name))]
}
