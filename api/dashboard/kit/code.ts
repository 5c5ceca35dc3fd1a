import type { Part } from './detail-view.ts'

/** Returns a part that shows text from a program as it is. JSON gets lines and indents if it is complete. */
export function codePart(text: string): Part {
  return { template: 'dashboard/kit/code', view: { text: indented(text) } }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
