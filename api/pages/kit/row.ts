import { formatShortDateTime, type Locale, zoneName } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'

export interface Row {
  label: string
  text: string
  /** A number after the text that must not break across lines. */
  number?: string | null
  /** Less important text after it. */
  hint?: string
  /** The page that the text leads to. */
  href?: string | null
  /** Whether the dashboard shows it larger, with a button that copies it. */
  isKey?: true
}

/** Returns a fact with its label; empty if there is no text. `href` is the page that the text leads to. */
export function row(label: string, text: string | null | undefined, href?: string | null): Row[] {
  return text ? [{ label, text, ...(href && { href }) }] : []
}

/** Returns a time as a fact, with its zone, because the reader may be in another one. */
export function timeRow(
  label: string,
  at: string | null | undefined,
  { project, locale }: { project: Project; locale: Locale },
): Row[] {
  if (!at) return []
  const [date, zone] = [new Date(at), project.timezone]
  return [{ label, text: formatShortDateTime(date, zone, locale), hint: zoneName(date, zone, locale) }]
}
