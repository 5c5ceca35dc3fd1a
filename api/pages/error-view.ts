import type { Locale } from '../../common/kit/format.ts'
import type { Scope } from '../../common/projects/project.ts'
import { translate } from '../../common/text/translate.ts'
import { pageFrame, shopOf } from './frame.ts'
import { contactOf } from './kit/contact.ts'

/**
 * Where nothing was found the page belongs to no merchant: it does not say whether there ever was anything at the
 * address. Any other is the page of the merchant whose address it was. Who is signed in to the portal is led back to it.
 */
export function errorView(
  kind: 'not_found' | 'error' | 'expired_form' | 'refused',
  locale: Locale,
  nonce: string,
  { inPortal = false, scope = null }: { inPortal?: boolean; scope?: Scope | null } = {},
): { template: string; view: object } {
  const say = translate(locale)
  const heading = say(`error.${kind}`)
  const back = kind === 'not_found' && !inPortal
  return {
    template: 'errors/error',
    view: {
      page: pageFrame(
        {
          lang: locale,
          nonce,
          title: heading,
          state: `error_${kind}`,
          alone: true,
          isTest: scope?.isTest ?? false,
          scripts: back ? ['back.js'] : [],
        },
        scope?.project ?? null,
      ),
      shop: scope && shopOf(scope.project),
      contact: scope && contactOf(scope.project, locale),
      heading,
      text: say(`error.${kind}_text`),
      back,
      again: kind !== 'not_found',
      portal: inPortal ? '/portal' : null,
    },
  }
}
