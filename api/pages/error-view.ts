import type { Locale } from '../../common/kit/format.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { translate } from '../../common/services/text/translate.ts'
import { pageFrame, shopOf } from './frame.ts'
import { contactOf } from './kit/contact.ts'
import type { PageView } from './kit/page-view.ts'

interface Details {
  inPortal?: boolean
  /** Whether the reader works for the shop, and so needs no way to write to it. */
  isMember?: boolean
  scope?: Scope | null
  /** The fields of a form that the customer can send again. */
  form?: Readonly<Record<string, string>> | null
  /** The query of the link that loads the page again. */
  query?: string
}

/**
 * Returns the page for an error. A "not found" page names no merchant, so that it does not reveal whether an object exists.
 * In the portal it has a link back to the list.
 */
export function errorView(
  kind: 'not_found' | 'error' | 'expired_form' | 'too_long' | 'refused' | 'too_many' | 'unavailable',
  locale: Locale,
  { inPortal = false, isMember = false, scope = null, form = null, query = '?' }: Details = {},
): Pick<PageView, 'template' | 'view'> {
  const t = translate(locale)
  const heading = t(`error.${kind}`)
  const canRepeat = kind === 'too_many' || kind === 'unavailable'
  // A form waits for the customer's own press.
  const loadsAgain = kind === 'unavailable' && form === null
  // Before a form that was too long, what was typed is still there.
  const back = kind === 'too_long' || (kind === 'not_found' && !inPortal)
  return {
    template: 'errors/error',
    view: {
      page: pageFrame(
        {
          lang: locale,
          title: heading,
          state: `error_${kind}`,
          alone: true,
          poll: loadsAgain ? 5 : 0,
          isTest: scope?.isTest ?? false,
          scripts: back ? ['back.js'] : [],
        },
        scope?.project ?? null,
      ),
      shop: scope && shopOf(scope.project),
      contact: scope && !isMember ? contactOf(scope.project, locale) : null,
      heading,
      isSlow: kind === 'too_many',
      text: t(`error.${kind}_text`),
      hint: form ? t('error.too_many_kept') : loadsAgain ? t('error.loads_again') : null,
      back: back && { variant: kind === 'too_long' ? 'primary' : 'secondary' },
      again: kind === 'not_found' || form ? null : query,
      // The new page is empty, so the way back to what was typed is first.
      againVariant: kind === 'too_long' ? 'quiet' : 'primary',
      resend: form && Object.entries(form).map(([name, value]) => ({ name, value })),
      againLabel: t(canRepeat ? 'error.too_many_again' : 'error.again'),
      portal: inPortal ? '/portal' : null,
    },
  }
}
