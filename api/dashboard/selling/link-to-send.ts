import { formatAmount } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { codeOf } from '../../pages/hand-over/code.ts'
import type { Section } from '../kit/detail-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { messagesIn } from './messages.ts'

/**
 * Returns the link on which a customer pays: to copy, as a QR code, and in a message, first in their language. `isFolded`: there is
 * a usual way to send it, so that only the buttons that copy it are in sight.
 */
export function linkToSend(
  { url, amount, currency }: { url: string; amount: Amount; currency: string },
  language: Locale,
  presenter: Presenter,
  phone: string | null = null,
  { isFolded = false } = {},
): Section {
  const { t, input } = presenter
  const textIn = (locale: Locale) =>
    translate(locale)('dashboard.link.message', {
      ...{ shop: input.project.name, amount: formatAmount(amount, currency, locale), url },
    })
  return {
    heading: t('dashboard.link.to_send'),
    isLeading: true,
    part: {
      ...{ template: 'dashboard/kit/link', script: 'share.js' },
      view: {
        ...{ url, code: { ...codeOf(url, 'large'), label: t('dashboard.link.code') } },
        ...messagesIn(language, textIn, presenter, phone),
        more: isFolded ? t('dashboard.link.more_ways') : null,
      },
    },
  }
}
