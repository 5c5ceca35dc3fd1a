import type { Locale } from '../../common/kit/format.ts'
import { withoutDirectionMarks } from '../../common/kit/text.ts'
import { templatesOf } from './templates.ts'

/** What every page is given, under `page`: its language, and the nonce of the one style with the merchant's colour. */
export interface PageContext {
  nonce: string
  lang: Locale
}

/** A render is only string work. What the view holds is escaped; nothing in it is ever taken for markup. */
export function render(template: string, view: object): string {
  const { page } = view as { page?: PageContext }
  const run = templatesOf(page?.lang ?? 'en').get(template)
  if (!run) throw new Error(`no template ${template}`)
  return straight(run(view))
}

/** What a form sends back and where a link leads stay as they are: there nothing is read. */
const UNREAD = /((?:value|href|content)="[^"]*")/

/** Who typed a turn of direction into a name must not turn the sums and sentences around it. */
function straight(html: string): string {
  if (withoutDirectionMarks(html) === html) return html
  return html
    .split(UNREAD)
    .map((part, index) => (index % 2 === 1 ? part : withoutDirectionMarks(part)))
    .join('')
}
