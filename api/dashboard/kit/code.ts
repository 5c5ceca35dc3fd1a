import type { Part } from './detail-view.ts'

/**
 * Returns a part that shows text from a program as it is. JSON gets lines and indents if it is complete. `label`: the name of
 * the text for a button that copies it; null for no button.
 */
export function codePart(text: string, label: string | null = null): Part {
  const shown = indented(text)
  return { template: 'dashboard/kit/code', view: { text: shown, label, copy: label && shown } }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
