import { oneLine } from '../common/domain/emails/plain.ts'

/** Formats rows as aligned columns. Keeps user text on one line, so that it cannot imitate our output. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => safe(cell).padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Puts a cell on one line but keeps its indent, which `oneLine` would trim. */
function safe(cell: string): string {
  return ' '.repeat(cell.length - cell.trimStart().length) + oneLine(cell)
}

/** Formats an object's fields as lines; a missing value is a dash. */
export function record(fields: Record<string, string | number | boolean | null>): string {
  return columns(
    Object.entries(fields).map(([name, value]) => [name.replaceAll('_', ' '), String(value ?? '-')]),
  )
}
