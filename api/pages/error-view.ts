import type { Locale } from '../../common/kit/format.ts'
import { translate } from '../../common/text/translate.ts'
import { pageFrame } from './frame.ts'

/**
 * Pages that belong to no merchant: they do not say whether there ever was anything at the address. Who is signed
 * in to the portal is led back to it.
 */
export function errorView(
  kind: 'not_found' | 'error' | 'expired_form' | 'refused',
  locale: Locale,
  nonce: string,
  { inPortal = false } = {},
): { template: string; view: object } {
  const say = translate(locale)
  const heading = say(`error.${kind}`)
  return {
    template: 'errors/error',
    view: {
      page: pageFrame({ lang: locale, nonce, title: heading, state: `error_${kind}` }, null),
      heading,
      text: say(`error.${kind}_text`),
      again: kind !== 'not_found',
      portal: inPortal ? '/portal' : null,
    },
  }
}
