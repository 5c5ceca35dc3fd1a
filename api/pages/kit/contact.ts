import type { Locale } from '../../../common/kit/languages.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { shopOf } from '../frame.ts'

/** The way to the merchant, as a button, where only they can help; it says whom it reaches. */
export interface ContactView {
  href: string
  label: string
}

/** An email, about `subject` where there is one; else a call. Null where the merchant gave neither. */
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
