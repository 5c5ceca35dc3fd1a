import { formatAmount, formatDateTime } from '../../kit/format.ts'
import { decisionUrl } from '../../links/decision.ts'
import type { TransfersWaitingPayload, WaitingTransfer } from '../payloads.ts'
import type { EmailContent, Setting } from './content.ts'

/** To the merchant, once a day: every transfer that waits, and the page on which one press decides about it. */
export function transfersWaiting(words: TransfersWaitingPayload, setting: Setting): EmailContent {
  const { transfers, count } = words
  const { say, locale, project, shop } = setting
  const time = (at: string) => formatDateTime(new Date(at), project.timezone, locale)
  const more = count - transfers.length
  const lines = transfers.map((transfer) => lineOf(transfer, words, setting))
  return {
    subject: say('email.waiting.subject', { count }),
    preview: say('email.waiting.lead', { count }),
    count,
    transfers: lines,
    more: more > 0 ? say('email.waiting.more', { count: more }) : null,
    linkUntil: time(words.link_expires_at),
    facts: [],
    url: lines[0]?.url ?? '',
    foot: [say('email.foot.merchant', { shop })],
  }
}

function lineOf(transfer: WaitingTransfer, words: TransfersWaitingPayload, setting: Setting) {
  const { say, locale, project } = setting
  const time = (at: string) => formatDateTime(new Date(at), project.timezone, locale)
  const money = (amount: number) => formatAmount(amount, transfer.currency, locale)
  const { payment_id: id, amount, amount_received: came, expires_at: until } = transfer
  const isOver = until !== null && until <= words.now
  return {
    name: say('email.waiting.transfer', { amount: money(amount), reference: transfer.reference ?? '' }),
    details: [
      ...(came > 0 ? [say('email.waiting.missing', { missing: money(amount - came) })] : []),
      say('email.waiting.since', { time: time(transfer.claimed_at) }),
      ...(until === null
        ? []
        : [say(isOver ? 'email.waiting.was_due' : 'email.waiting.decide_by', { time: time(until) })]),
      ...(transfer.client_reference_id === null
        ? []
        : [`${say('receipt.order')}: ${transfer.client_reference_id}`]),
    ],
    url: decisionUrl(id, transfer.claimed_at, new Date(words.link_expires_at)),
  }
}
