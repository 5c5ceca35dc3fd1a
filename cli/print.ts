import { oneLine } from '../common/emails/rules/plain.ts'

/** Rows as aligned columns. What somebody typed stays on its line, so that it cannot pass for ours. */
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

/** `oneLine` trims; the indent is ours. */
function safe(cell: string): string {
  return ' '.repeat(cell.length - cell.trimStart().length) + oneLine(cell)
}

/** An object's fields below each other; what is not set is a dash. */
export function record(fields: Record<string, string | number | boolean | null>): string {
  return columns(
    Object.entries(fields).map(([name, value]) => [name.replaceAll('_', ' '), String(value ?? '-')]),
  )
}
