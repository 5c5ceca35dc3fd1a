import { getMethod } from '../../../common/methods/all.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { isPayable } from '../payable/form.ts'
import { transferCode } from '../payable/report.ts'
import type { PayableInput, PayableState } from '../payable/state.ts'
import type { CodeView } from './code.ts'
import { exitLink, inAppOf, isPhone } from './in-app.ts'

/** Offers to continue in the phone's own browser, or on the phone. */
export interface HandOver {
  inApp: InAppView | null
  /** The address of a QR code for a phone's camera. It is a separate file, because few visitors see it. */
  phone: string | null
  /** A code with the details of the transfer, for a bank's app. It replaces the code of the page's address. */
  scan: CodeView | null
}

/** The page is open inside an app, from which a bank's app may not open. */
interface InAppView {
  title: string
  how: string
  /** A link to the phone's own browser; null if this app allows no such link. */
  open: string | null
  /** The address to copy. */
  url: string
}

/** Returns whether a method shows an account, to which a customer may pay in a bank's app on the phone. */
function offersAccount({ methods }: PayableInput): boolean {
  return methods.some((method) => getMethod(method).attempt.manual?.report?.account)
}

/** Returns the offers for this device, or none if the page has nothing to pay. */
export function handOver(input: PayableInput, state: PayableState): HandOver {
  const { payable, payment, locale, userAgent = '' } = input
  const canPay =
    state === 'report' || state === 'code' || (state === 'pay' && payable.amount > 0 && isPayable(input))
  if (!canPay) return { inApp: null, phone: null, scan: null }
  const inApp = inAppOf(userAgent)
  if (!inApp) {
    // No QR code on a phone (it cannot scan its own screen), next to another code, or for cards (they work on any device).
    if (isPhone(userAgent) || state === 'code' || (state === 'pay' && !offersAccount(input)))
      return { inApp: null, phone: null, scan: null }
    const scan = state === 'report' && payment ? transferCode(payment) : null
    return { inApp: null, phone: scan ? null : `${new URL(payable.url).pathname}/code.svg`, scan }
  }
  const t = translate(locale)
  const url = `${payable.url}?lang=${locale}`
  return {
    inApp: {
      title: t('in_app.title', { app: inApp.app }),
      how: t(inApp.platform === 'ios' ? 'in_app.how_ios' : 'in_app.how_android'),
      open: exitLink(inApp, url),
      url,
    },
    phone: null,
    scan: null,
  }
}
