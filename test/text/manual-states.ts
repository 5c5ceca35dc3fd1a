import { checkoutView } from '../../api/pages/checkout/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { transferDecisionView } from '../../api/pages/transfer/view.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { reportedMethods } from '../../common/methods/all.ts'
import { type RenderedEmail, renderEmail } from '../../common/services/emails/render.ts'
import { checkoutIn, transferIn } from '../../dev/emails/orders.ts'
import { shopIn } from '../../dev/emails/shop.ts'
import { checkout, page, payment, transferPage } from '../pages/view/fixtures.ts'

const NO_ACCOUNT = { bank_name: null, account_number: null, account_holder: null }
const CLAIMED = { claimed_at: '2026-08-12T11:04:00.000000Z' }
const PART = { amount_received: 20_000 }

/** Returns every page with sentences of a manual method. */
export function manualPages(method: string, locale: Locale): PageView[] {
  const isReported = reportedMethods.includes(method)
  const of = (fields: Partial<PaymentObject>) =>
    payment({ ...(!isReported && NO_ACCOUNT), method, ...fields })
  const pending = (fields: Partial<PaymentObject> = {}) =>
    page({
      ...{ locale, checkout: checkout({ status: 'pending' }) },
      payment: of({ status: 'pending', ...CLAIMED, ...fields }),
    })
  const rejected = { ...CLAIMED, failure_code: 'rejected' } as const
  const pages = [
    page({ locale, methods: [method] }),
    ...(isReported ? [page({ locale, payment: of({}) })] : []),
    pending(),
    pending(PART),
    page({ locale, methods: [method], payment: of({ status: 'failed', ...rejected }) }),
    page({ locale, methods: [method], payment: of({ status: 'refund_required', ...rejected, ...PART }) }),
  ]
  return [
    ...pages.map(checkoutView),
    transferDecisionView(transferPage({ locale, payment: of({ status: 'pending', ...CLAIMED }) })),
  ]
}

/** Returns every email with sentences of a manual method. */
export function manualEmails(method: string, locale: Locale): RenderedEmail[] {
  const isReported = reportedMethods.includes(method)
  const of = (fields: Partial<PaymentObject> = {}) => ({
    checkout: checkoutIn(locale, { status: 'open' }),
    payment: transferIn(locale, 50_000, { ...(!isReported && NO_ACCOUNT), method, ...fields }),
  })
  const setting = { project: shopIn(locale), locale, isTest: false }
  const rejected = { status: 'failed', failure_code: 'rejected' } as const
  return [
    ...(isReported ? [renderEmail('transfer_details', of({ status: 'started' }), setting)] : []),
    renderEmail('transfer_reported', { ...of(), link_expires_at: '2026-09-11T11:04:00.000000Z' }, setting),
    renderEmail('transfer_received_note', of(isReported ? { payer_name: 'Saraa' } : {}), setting),
    renderEmail('transfer_incomplete', of(PART), setting),
    renderEmail('transfer_rejected', of(rejected), setting),
    renderEmail('transfer_rejected', of({ ...rejected, status: 'refund_required', ...PART }), setting),
  ]
}
