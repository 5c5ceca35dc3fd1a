import { checkoutView } from '../../api/pages/checkout/view.ts'
import { decisionView } from '../../api/pages/decision/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { reportedMethods } from '../../common/methods/all.ts'
import { type RenderedEmail, renderEmail } from '../../common/services/emails/render.ts'
import { checkoutIn, transferIn } from '../../dev/emails/orders.ts'
import { shopIn } from '../../dev/emails/shop.ts'
import { checkout, decisionPage, page, payment } from '../pages/view/fixtures.ts'

const NO_ACCOUNT = { bank_name: null, account_number: null, account_holder: null }
const CLAIMED = { claimed_at: '2026-08-12T11:04:00.000000Z' }
const PART = { amount_received: 20_000 }

/** Returns every page with sentences of a manual method. */
export function manualPages(method: string, locale: Locale): PageView[] {
  const isReported = reportedMethods.includes(method)
  const paymentWith = (fields: Partial<PaymentObject>) =>
    payment({ ...(!isReported && NO_ACCOUNT), method, ...fields })
  const pending = (fields: Partial<PaymentObject> = {}) =>
    page({
      ...{ locale, checkout: checkout({ status: 'pending' }) },
      payment: paymentWith({ status: 'pending', ...CLAIMED, ...fields }),
    })
  const rejected = { ...CLAIMED, failure_code: 'rejected' } as const
  const pages = [
    page({ locale, methods: [method] }),
    ...(isReported ? [page({ locale, payment: paymentWith({}) })] : []),
    pending(),
    pending(PART),
    page({ locale, methods: [method], payment: paymentWith({ status: 'failed', ...rejected }) }),
    page({
      locale,
      methods: [method],
      payment: paymentWith({ status: 'refund_required', ...rejected, ...PART }),
    }),
  ]
  return [
    ...pages.map(checkoutView),
    decisionView(decisionPage({ locale, payment: paymentWith({ status: 'pending', ...CLAIMED }) })),
  ]
}

/** Returns every email with sentences of a manual method. */
export function manualEmails(method: string, locale: Locale): RenderedEmail[] {
  const isReported = reportedMethods.includes(method)
  const payloadWith = (fields: Partial<PaymentObject> = {}) => ({
    checkout: checkoutIn(locale, { status: 'open' }),
    payment: transferIn(locale, 50_000, { ...(!isReported && NO_ACCOUNT), method, ...fields }),
  })
  const setting = { project: shopIn(locale), locale, isTest: false }
  const rejected = { status: 'failed', failure_code: 'rejected' } as const
  return [
    ...(isReported ? [renderEmail('transfer_details', payloadWith({ status: 'started' }), setting)] : []),
    renderEmail(
      'transfer_reported',
      { ...payloadWith(), link_expires_at: '2026-09-11T11:04:00.000000Z' },
      setting,
    ),
    renderEmail('transfer_received_note', payloadWith(isReported ? { payer_name: 'Saraa' } : {}), setting),
    renderEmail('transfer_incomplete', payloadWith(PART), setting),
    renderEmail('transfer_rejected', payloadWith(rejected), setting),
    renderEmail(
      'transfer_rejected',
      payloadWith({ ...rejected, status: 'refund_required', ...PART }),
      setting,
    ),
  ]
}
