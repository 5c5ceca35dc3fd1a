import { formatAmount, formatDateTime } from '../../kit/format.ts'
import { config } from '../../runtime/config.ts'
import type { TransferReportedWords } from '../words.ts'
import { fact } from './letter.ts'
import type { Letter, Setting } from './letter.ts'
import { orderLines } from './order.ts'

/** To the merchant: what to look for in the account, and how to say whether it is there. */
export function transferReported({ payment, checkout }: TransferReportedWords, setting: Setting): Letter {
  const { say, locale, project } = setting
  const time = (at: string | null) => at && formatDateTime(new Date(at), project.timezone, locale)
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const reference = payment.reference ?? ''
  const api = `${config().baseUrl}/v1/projects/${payment.project_id}/payments/${payment.id}`
  const account = [payment.bank_name, payment.account_number].filter(Boolean)
  return {
    subject: say('reported.subject', { amount, reference }),
    preview: say('reported.lead', { amount, reference }),
    amount,
    reference,
    decideBy: time(payment.expires_at),
    facts: [
      ...fact(say('fact.amount'), amount, true),
      ...fact(say('fact.reference'), reference, true),
      ...fact(say('fact.account'), account.join(', ')),
      ...fact(say('fact.payer'), payment.customer_email ?? checkout.customer_email),
      ...fact(say('fact.phone'), payment.phone_number ?? checkout.phone_number),
      ...fact(say('fact.order'), checkout.client_reference_id),
      ...fact(say('fact.reported'), time(payment.claimed_at), true),
      ...fact(say('fact.payment'), String(payment.id)),
    ],
    order: orderLines(checkout, setting),
    confirm: `bin/tolbor payment confirm ${payment.id}`,
    reject: `bin/tolbor payment reject ${payment.id} --reason "…"`,
    confirmUrl: `${api}/confirm`,
    rejectUrl: `${api}/reject`,
    url: checkout.url,
    foot: [say('foot.merchant', { shop: project.name })],
  }
}
