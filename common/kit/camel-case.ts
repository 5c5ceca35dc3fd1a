/** Converts a column's name to an attribute's: `amount_total` becomes `amountTotal`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export type CamelCased<Values> = {
  [Name in keyof Values as Name extends string ? CamelCase<Name> : never]: Values[Name]
}

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the columns of a row as attributes. */
export function camelCased<Values extends object>(row: Values): CamelCased<Values> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])) as never
}

/** Returns attributes under the names of their columns. */
export function snakeCased<Values extends object>(attributes: CamelCased<Values>): Values {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as Values
}
