import { getMethod } from '../../../common/methods/all.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { isPayable } from '../payable/form.ts'
import { transferCode } from '../payable/report.ts'
import type { PayableInput, PayableState } from '../payable/state.ts'
import type { CodeView } from './code.ts'
import { inAppOf, isPhone, wayOut } from './in-app.ts'

/** Where paying may work better than here: in the phone's own browser, or on the phone at all. */
export interface HandOver {
  inApp: InAppView | null
  /** The picture of a code for a phone's camera: one of its own, since most who open a page never see it. */
  phone: string | null
  /** Read by a bank's app, in the place of the page's address: all that is to be written there. */
  scan: CodeView | null
}

/** The page is open inside an app, from which a bank's app may not open. */
interface InAppView {
  title: string
  how: string
  /** Leads to the phone's own browser; null where no link can. */
  open: string | null
  /** What is copied, or read where nothing can copy. */
  url: string
}

/** Returns whether a method shows an account, to which a customer may pay in a bank's app on the phone. */
function offersAccount({ methods }: PayableInput): boolean {
  return methods.some((method) => getMethod(method).attempt.manual?.report?.account)
}

/** Nothing where nothing is to be paid any more, or nothing can be. */
export function handOver(input: PayableInput, state: PayableState): HandOver {
  const { payable, payment, locale, userAgent = '' } = input
  const canPay =
    state === 'report' || state === 'code' || (state === 'pay' && payable.amount > 0 && isPayable(input))
  if (!canPay) return { inApp: null, phone: null, scan: null }
  const inApp = inAppOf(userAgent)
  if (!inApp) {
    // A phone cannot see its own screen; a page shows one code; and a card is typed in anywhere.
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
      open: wayOut(inApp, url),
      url,
    },
    phone: null,
    scan: null,
  }
}
