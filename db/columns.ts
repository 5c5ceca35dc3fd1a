/** What a SELECT is to read: under which name, and what. */
export type Columns = readonly (readonly [name: string, column: string])[]

/** The names in a text with a blank between them. */
export type NamesIn<Text> = Text extends `${infer Name} ${infer Others}` ? Name | NamesIn<Others> : Text

/** The named columns of a table, each under the name `table_name`, so that joined rows do not collide. */
export function columnsOf(table: string, names: string | readonly string[]): Columns {
  const list = typeof names === 'string' ? names.split(' ') : names
  return list.map((name) => [`${table}_${name}`, `${table}.${name}`] as const)
}

/** Columns as the text of a SELECT's list. */
export function listed(columns: Columns): string {
  return columns.map(([name, column]) => `${column} AS ${name}`).join(', ')
}
