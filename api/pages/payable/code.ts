import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { BankApp, StartedPage } from '../../../common/methods/page.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { initialOf } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { codeOf, type CodeView } from '../hand-over/code.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { type PayableInput, startedPage } from './state.ts'

/** The view of a payment in an app: a QR code to scan, and on a phone the apps to open. */
export interface CodePageView {
  heading: string
  /** The steps for the customer. */
  steps: string[]
  scan: { view: CodeView; label: string; title: string; hint: string }
  /** Empty if the customer scans the code. */
  banks: { name: string; link: string; initial: string; tone: number }[]
  /** The provider's own page of the same payment. */
  other: string | null
  method: string
  /** Until when it can be paid. */
  until: string | null
}

type Code = Extract<StartedPage, { page: 'code' }>

/** Returns the view of a payment in an app, or null if the payment is made in another way. */
export function codePageView(input: PayableInput): CodePageView | null {
  const { payment, project, locale, userAgent = '' } = input
  const started = payment && startedPage(payment)
  if (!payment || started?.page !== 'code') return null
  const t = translate(locale)
  const method = methodLabel(payment.method, t)
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const banks = isPhone(userAgent) ? appsOf(started, locale) : []
  const time = payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale)
  return {
    heading: t('by_app.heading', { amount }),
    steps:
      banks.length > 0
        ? [t('by_app.press'), t('by_app.confirm', { amount }), t('by_app.come_back')]
        : [t('by_app.open'), t('by_app.scan'), t('by_app.confirm', { amount })],
    scan: {
      view: codeOf(started.text, 'largest'),
      label: t('by_app.code', { amount }),
      title: t('scan.title'),
      hint: t('by_app.hint', { method }),
    },
    banks,
    other: started.shortUrl,
    method,
    until: time && t('by_app.until', { time }),
  }
}

function appsOf({ apps }: Code, locale: Locale): CodePageView['banks'] {
  return apps.map((app) => {
    const name = nameOf(app, locale)
    return { name, link: app.url, initial: initialOf(name), tone: toneOf(app) }
  })
}

/** The number of colours for apps in the style sheet. */
const TONES = 6

/** Returns a colour that is always the same for an app, so that customers find theirs again. */
function toneOf({ name }: BankApp): number {
  return Array.from(name).reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % TONES
}

/** Returns the name in the script of the language, if there is one. */
function nameOf({ name, nativeName }: BankApp, locale: Locale): string {
  const { script = 'Latn' } = new Intl.Locale(locale).maximize()
  const isNative = script !== 'Latn' && new RegExp(`\\p{Script=${script}}`, 'u').test(nativeName)
  return isNative ? nativeName : name
}
