/** Returns a table for a FROM clause, with the whole numbers from `first` to `last` in its column `seq`. */
export function numbers(first: number, last: number): string {
  const list = `CONCAT('[0', REPEAT(',0', ${last - first}), ']')`
  const table = `JSON_TABLE(${list}, '$[*]' COLUMNS (seq FOR ORDINALITY)) numbers`
  return first === 1 ? table : `(SELECT seq + ${first - 1} AS seq FROM ${table}) numbers`
}
