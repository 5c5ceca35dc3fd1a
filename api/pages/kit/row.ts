export interface Row {
  label: string
  text: string
}

/** A line of facts, or none where there is nothing to say. */
export function row(label: string, text: string | null | undefined): Row[] {
  return text ? [{ label, text }] : []
}
