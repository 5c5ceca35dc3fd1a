/** The columns of a SELECT, each with the name of its value. */
export type Columns = readonly (readonly [name: string, column: string])[]

/** The names in a text that separates them by blanks. */
export type NamesIn<Text> = Text extends `${infer Name} ${infer Others}` ? Name | NamesIn<Others> : Text

/** Returns columns of a table, each with the name `table_name`, so that the names of joined rows differ. */
export function columnsOf(table: string, names: string | readonly string[]): Columns {
  const list = typeof names === 'string' ? names.split(' ') : names
  return list.map((name) => [`${table}_${name}`, `${table}.${name}`] as const)
}

/** Returns the text of a SELECT's list. */
export function listed(columns: Columns): string {
  return columns.map(([name, column]) => `${column} AS ${name}`).join(', ')
}
