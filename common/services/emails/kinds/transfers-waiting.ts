import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import { decisionUrl } from '../../links/decision.ts'
import { defineEmail } from '../define-email.ts'
import { isOneIn } from '../still-true.ts'
import type { Setting } from './content.ts'
import { dashboardPage } from './owner-notice.ts'

/** A waiting payment, as listed in the daily email. */
export interface WaitingPayment {
  payment_id: number
  amount: Amount
  /** The amount that has arrived. */
  amount_received: Amount
  currency: string
  reference: string | null
  client_reference_id: string | null
  claimed_at: string
  expires_at: string | null
}

/** To the merchant, once a day: payments that await a decision, the oldest first. */
export interface TransfersWaitingPayload {
  /** The time of writing, by the clock of the payments. */
  now: string
  /** The listed payments. `count` is the number of all that wait. */
  transfers: WaitingPayment[]
  count: number
  link_expires_at: string
  /** The mode of the dashboard that lists all payments to check; null for a project without members. */
  dashboard_mode?: 'live' | 'test' | null
}

/** To the merchant, once a day: every waiting payment, with a link to its decision page. */
export const transfersWaiting = defineEmail<TransfersWaitingPayload>({
  template: 'transfers_waiting',
  to: 'merchant',
  personal: 'kept',
  stillTrue: (sql, { transfers }) => {
    const ids = transfers.map(({ payment_id: id }) => id)
    return isOneIn(sql, 'payments', ids, ['pending'])
  },
  content(payload, setting) {
    const { transfers, count, dashboard_mode: mode = null } = payload
    const { t, locale, project, shop } = setting
    const time = (at: string) => formatDateTime(new Date(at), project.timezone, locale)
    const more = count - transfers.length
    const lines = transfers.map((payment) => lineOf(payment, payload, setting))
    return {
      subject: t('email.waiting.subject', { count }),
      preview: t('email.waiting.lead', { count }),
      count,
      transfers: lines,
      more: more > 0 ? t('email.waiting.more', { count: more }) : null,
      linkUntil: time(payload.link_expires_at),
      dashboard: mode ? dashboardPage(setting, '/payments/waiting', mode) : null,
      facts: [],
      url: lines[0]?.url ?? '',
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})

function lineOf(payment: WaitingPayment, payload: TransfersWaitingPayload, setting: Setting) {
  const { t, locale, project } = setting
  const time = (at: string) => formatDateTime(new Date(at), project.timezone, locale)
  const money = (amount: number) => formatAmount(amount, payment.currency, locale)
  const { payment_id: id, amount, amount_received: came, expires_at: until } = payment
  const isOver = until !== null && until <= payload.now
  return {
    name: t('email.waiting.payment', { amount: money(amount), reference: payment.reference ?? '' }),
    details: [
      ...(came > 0 ? [t('email.waiting.missing', { missing: money(amount - came) })] : []),
      t('email.waiting.since', { time: time(payment.claimed_at) }),
      ...(until === null
        ? []
        : [t(isOver ? 'email.waiting.was_due' : 'email.waiting.decide_by', { time: time(until) })]),
      ...(payment.client_reference_id === null
        ? []
        : [`${t('receipt.order')}: ${payment.client_reference_id}`]),
    ],
    url: decisionUrl(id, payment.claimed_at, new Date(payload.link_expires_at)),
  }
}
