import type { Locale } from '../../common/kit/format.ts'
import { withoutDirectionMarks } from '../../common/kit/text.ts'
import { templatesOf } from './templates.ts'

/** The values of every page, under `page`. */
export interface PageContext {
  lang: Locale
}

/** Renders a template to HTML, in the language of its page if no other is given. Values of the view are escaped. */
export function render(template: string, view: object, locale?: Locale): string {
  const { page } = view as { page?: PageContext }
  const run = templatesOf(locale ?? page?.lang ?? 'en').get(template)
  if (!run) throw new Error(`there is no template views/${template}.hbs`)
  return cleanDisplayed(run(view))
}

/** Attributes that are not displayed, so they keep their value. */
const NOT_DISPLAYED = /((?:value|href|content)="[^"]*")/

/** Removes text direction marks from displayed text: one in a name would also turn the amounts and sentences around it. */
function cleanDisplayed(html: string): string {
  if (withoutDirectionMarks(html) === html) return html
  return html
    .split(NOT_DISPLAYED)
    .map((part, index) => (index % 2 === 1 ? part : withoutDirectionMarks(part)))
    .join('')
}
