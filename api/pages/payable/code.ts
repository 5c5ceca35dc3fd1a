import type { Picture } from '../../../common/domain/images/picture.ts'
import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { BankApp, StartedPage } from '../../../common/methods/page.ts'
import type { LastPayment } from '../../../common/services/payments/find.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { initialOf, shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { codeOf, type CodeView } from '../hand-over/code.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { type PayableInput, startedPage } from './state.ts'

/** The view of a payment in an app: a QR code to scan, and on a phone the apps to open. */
export interface CodePageView {
  heading: string
  /** How to pay with the app of a bank on this phone. */
  press: string
  /** How to scan the code with another device. */
  steps: string[]
  /** On a phone without known apps, which cannot scan its own screen: how to pay with the code. Null elsewhere. */
  saved: string | null
  confirm: string
  scan: { view: CodeView; label: string; title: string | null; hint: string }
  /** Empty if the customer scans the code. */
  banks: { name: string; link: string; bank: string; logo: Picture | null; initial: string | null }[]
  /** Whether any of them has a logo. */
  logos: boolean
  /** The provider's own page of the same payment, if no app is offered: for a customer who cannot scan the code. */
  other: string | null
  method: string
  /** What to do if the money has left the account already. */
  notTwice: string
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
  const onPhone = isPhone(userAgent)
  const banks = onPhone ? banksOf(started, input) : []
  const showsItself = onPhone && banks.length === 0
  const confirm = t('by_app.confirm', { amount })
  const time = payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale)
  return {
    heading: t('by_app.heading', { amount }),
    press: t('by_app.press', { amount }),
    steps: [t('by_app.open'), t('by_app.scan'), confirm],
    saved: showsItself ? t(started.shortUrl ? 'by_app.or_screenshot' : 'by_app.screenshot') : null,
    confirm,
    scan: {
      view: codeOf(started.text, 'largest'),
      label: t('by_app.code', { amount }),
      title: showsItself ? null : t('scan.title'),
      hint: t('by_app.hint', { method }),
    },
    banks,
    logos: banks.some(({ logo }) => logo),
    other: banks.length === 0 ? started.shortUrl : null,
    method,
    notTwice: t('processing.not_twice', { shop: shortName(project) }),
    until: time && t('by_app.until', { time }),
  }
}

/** Returns the addresses of the logos that the page of a payment shows: on phones, if it lists apps. */
export function logoUrls(payment: LastPayment | null, userAgent = ''): string[] {
  if (payment?.status !== 'started' || !isPhone(userAgent)) return []
  const started = startedPage(payment)
  return started.page === 'code' ? started.apps.flatMap(({ logo }) => logo ?? []) : []
}

/** Returns the buttons of the apps, in the provider's order; the one used last on this device is first. */
function banksOf({ apps }: Code, { locale, logos, lastBank }: PayableInput): CodePageView['banks'] {
  const banks = apps.map((app) => {
    const name = nameOf(app, locale)
    const logo = (app.logo === null ? null : logos?.get(app.logo)) ?? null
    return { name, link: app.url, bank: app.name, logo }
  })
  const anyLogo = banks.some(({ logo }) => logo)
  const shown = banks.map((bank) => ({ ...bank, initial: anyLogo ? initialOf(bank.name) : null }))
  return [...shown.filter(({ bank }) => bank === lastBank), ...shown.filter(({ bank }) => bank !== lastBank)]
}

/** Returns the name in the script of the language, if there is one. */
function nameOf({ name, nativeName }: BankApp, locale: Locale): string {
  const { script = 'Latn' } = new Intl.Locale(locale).maximize()
  const isNative = script !== 'Latn' && new RegExp(`\\p{Script=${script}}`, 'u').test(nativeName)
  return isNative ? nativeName : name
}
