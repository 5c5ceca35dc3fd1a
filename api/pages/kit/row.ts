import { formatShortDateTime, type Locale, zoneName } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'

export interface Row {
  label: string
  text: string
  /** Ends the text, and stays on one line where one holds it. */
  number?: string | null
  /** Beside the text, and quieter. */
  hint?: string
}

/** A line of facts, or none where there is nothing to say. */
export function row(label: string, text: string | null | undefined): Row[] {
  return text ? [{ label, text }] : []
}

/** A moment as a line of facts, with its zone beside it: the reader may be far from the merchant. */
export function timeRow(
  label: string,
  at: string | null | undefined,
  { project, locale }: { project: Project; locale: Locale },
): Row[] {
  if (!at) return []
  const [date, zone] = [new Date(at), project.timezone]
  return [{ label, text: formatShortDateTime(date, zone, locale), hint: zoneName(date, zone, locale) }]
}
