import { acrossProjects, keys, withoutProject } from './across-projects.ts'

interface Command {
  sql?: string
  statement?: { query: string }
}

/** mysql2's connections: all commands pass this method. Its tracing channels do not announce prepared statements. */
interface Sender {
  prototype: unknown
}

/**
 * Calls `report` with each statement of this process that is not confined to one project and not listed in
 * across-projects.ts. `sender` is mysql2's `Connection`. It stays until the process ends.
 */
export function watchStatements(sender: Sender, report: (statement: string) => void): void {
  const prototype = sender.prototype as { addCommand: (this: unknown, command: Command) => unknown }
  const { addCommand } = prototype
  prototype.addCommand = function (command) {
    const text = command.sql ?? command.statement?.query
    for (const statement of text?.split(';\n').filter(usesTable).map(withoutValues) ?? [])
      if (!isAllowed(statement)) report(statement)
    return addCommand.call(this, command)
  }
}

function usesTable(text: string): boolean {
  return /^\s*\(?(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)/.test(text)
}

function isAllowed(statement: string): boolean {
  const place = placeOf(statement)
  return place === null || keys.has(place) || acrossProjects.some(([text]) => statement.includes(text))
}

/**
 * Replaces the values of a statement by `?`, and a list of values by one of them. Removes the rows of an INSERT, which can be
 * long, and the quotes of names.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/^(INSERT .*? VALUES) .*/s, '$1 …')
    .replace(/'[^'\\]*(?:(?:\\.|'')[^'\\]*)*'/gs, '?')
    .replace(/(?:(?<=[=<>(,] ?)-)?\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/X\?/g, '?')
    .replace(/\?(?:, ?\?)+/g, '?')
    .replace(/\s+/g, ' ')
    .replaceAll('`', '')
    .trim()
}

/**
 * Returns null if a statement names one project, as a row of `projects` does, or if its table has no project. Otherwise
 * returns its table and the key by which it finds rows, such as `checkouts.id`, or the table alone if it has no key.
 */
export function placeOf(statement: string): string | null {
  if (!usesTable(statement)) return null
  const [, table] = /(?:FROM|INTO|^UPDATE(?: IGNORE)?) (\w+)/.exec(statement) ?? []
  if (table === undefined || table === 'projects' || withoutProject.has(table)) return null
  if (/\bproject_id (?:=|IN) \(?\?/.test(statement)) return null
  if (/^INSERT (?:IGNORE )?INTO \w+ \([^)]*\bproject_id\b/.test(statement)) return null
  const [, key] =
    /(?:WHERE|AND) \(?(?:\w+\.)?(id|\w+_id|hash|token|code|cause|subject|credited_to|payment_link_key) (?:=|IN) \(?\?/.exec(
      statement,
    ) ?? []
  return key === undefined ? table : `${table}.${key}`
}
