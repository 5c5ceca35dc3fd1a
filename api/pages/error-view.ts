import type { Locale } from '../../common/kit/format.ts'
import { translate } from '../../common/text/translate.ts'
import { pageFrame } from './frame.ts'

/** Pages that belong to no merchant: they do not say whether there ever was anything at the address. */
export function errorView(
  kind: 'not_found' | 'error' | 'expired_form' | 'refused',
  locale: Locale,
  nonce: string,
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
    },
  }
}
