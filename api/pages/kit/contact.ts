import type { Locale } from '../../../common/kit/languages.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { shopOf } from '../frame.ts'

/** A button to contact the merchant, for pages where only they can help. */
export interface ContactView {
  href: string
  label: string
}

/** Returns a link to an email, with `subject` if there is one, or else to a phone call. Null if the merchant gave neither. */
export function contactOf(
  project: Project,
  locale: Locale,
  subject: string | null = null,
): ContactView | null {
  const { email, phone, dial, short: shop } = shopOf(project)
  const t = translate(locale)
  const about = subject === null ? '' : `?subject=${encodeURIComponent(subject)}`
  if (email) return { href: `mailto:${email}${about}`, label: t('contact.write', { shop }) }
  return phone ? { href: `tel:${dial}`, label: t('contact.call', { shop }) } : null
}
