import type { PageView } from '../../../api/pages/kit/page-view.ts'
import { render } from '../../../api/pages/render.ts'
import { sharedParts, type SharedView } from '../../../api/pages/shared-parts.ts'

/** Returns the HTML of a page with the parts that it shares with others, as a browser gets it. */
export function wholePage({ template, view }: Pick<PageView, 'template' | 'view'>): string {
  const { start, head, foot } = sharedParts(view as SharedView)
  return String(start.bytes) + String(head.bytes) + render(template, view) + String(foot.bytes)
}
