import { bareAmount } from '../../../kit/format.ts'
import { type Amount, sum } from '../../../kit/money.ts'
import { config } from '../../../runtime/config.ts'
import {
  type Gateway,
  type ProviderAnswer,
  type ProviderCall,
  ProviderError,
  type ProviderPayment,
  type RefundAnswer,
  type Sum,
} from '../provider.ts'
import { callQPay, signIn } from './gateway/client.ts'
import { QPayRefusal } from './gateway/errors.ts'
import { type OpenedInvoice, type PaymentRow, readInvoice, readRows } from './gateway/read.ts'
import { type Account, CURRENCY } from './settings.ts'

type Call = ProviderCall<Account>

/** QPay’s invoice numbers are the merchant’s own, so that its lists can be told apart by them. */
const numberOf = (paymentId: number) => `tolbor-${paymentId}`

const LONGEST_DESCRIPTION = 255
const PAGE = 100
/** No invoice is tried to be paid 5,000 times; what could not be read to its end is not added up. */
const MOST_PAGES = 50

/** What an account is checked with: an invoice that nobody is shown, canceled at once. */
const CHECKED_WITH = 1_000

export const qpayGateway: Gateway<Account> = {
  /**
   * QPay opens another invoice when it is asked again with the same number. Of two only the one that is returned is
   * ever shown: nobody can pay the other.
   */
  async start(payment, call) {
    const { id, code, shortUrl, apps } = await openInvoice(call, {
      number: numberOf(payment.id),
      description: payment.description,
      amount: payment.amount,
      callbackUrl: payment.hintUrl,
    })
    return { providerId: id, details: { code, short_url: shortUrl, apps } }
  },

  async ask(payment, call) {
    const { ours, foreign } = totalsOf(await rowsOf(payment, call))
    const beside = foreign.filter((total) => leftOf(total) > 0)
    const isOurs = leftOf(ours) >= payment.amount
    if (!isOurs && beside[0]) return paid(beside[0], [ours, ...beside.slice(1)])
    const { received, refunded } = ours
    if (received >= payment.amount) return paid(ours, beside)
    return { state: 'open', ...(received > 0 && { received }), ...(refunded > 0 && { refunded }) }
  },

  /**
   * Canceled first and asked about then: what is found is all that ever comes. It is asked about as well where it could
   * not be canceled, since it may have been paid. One that this account does not know may be open at another.
   */
  async giveUp(payment, call) {
    if (payment.providerId === null) return { state: 'over', why: 'lapsed' }
    const error = await errorOf(cancelInvoice(call, payment.providerId))
    if (error?.fault === 'limited') throw error
    const answer = await this.ask(payment, call).catch((failed: unknown): ProviderAnswer => {
      if (isGone(failed)) return { state: 'open' }
      throw failed
    })
    if (answer.state !== 'open') return answer
    if (error instanceof QPayRefusal && error.code === 'INVOICE_PAID')
      throw new ProviderError('unreachable', 'QPay says that the invoice is paid, and not yet by what.')
    if (error && !isCanceled(error)) throw error
    return { ...answer, state: 'over', why: 'lapsed' }
  },

  refunds: 'whole',
  /**
   * Each row of that currency is given back for itself; one that was already is passed by. Whether each can be is looked at before the first
   * one is: what has failed is given back by hand as a whole, and none of it may be on its way by then.
   */
  async refund(payment, { amount, currency }, call) {
    const rows = (await rowsOf(payment, call)).filter((row) => hasCome(row) && row.currency === currency)
    const { received, refunded } = totalOf(rows, currency)
    if (amount !== received) return failed('QPay gives a payment back only as a whole.')
    const left = rows.filter(({ status }) => !RETURNED.includes(status))
    if (left.some(({ type }) => type !== null && type !== 'CARD'))
      return failed(BY_ACCOUNT, { amount: refunded, currency })
    let back = refunded
    for (const row of left) {
      const error = await errorOf(
        callQPay(call, 'DELETE', `/v2/payment/refund/${encodeURIComponent(row.id)}`, {}),
      )
      const isBack = !error || (error instanceof QPayRefusal && error.code === 'PAYMENT_ALREADY_CANCELED')
      if (!isBack && error instanceof QPayRefusal && error.fault === 'refused')
        return refundRefused(error, { amount: back, currency })
      if (!isBack) throw error
      back += row.amount
    }
    return { status: 'succeeded' }
  },

  /** QPay signs nothing: that somebody knows the address of a payment is all there is to it, and enough to ask. */
  readHint: ({ paymentId }) => (paymentId === null ? null : { paymentIds: [paymentId], providerIds: [] }),

  /** The invoice code is judged only by an invoice. */
  async check(call) {
    try {
      await signIn(call)
      const { id } = await openInvoice(call, {
        number: `tolbor-check-${call.account.projectId}`,
        description: 'A check of the settings',
        amount: CHECKED_WITH,
        callbackUrl: config().baseUrl,
      })
      await cancelInvoice(call, id)
      return []
    } catch (error) {
      if (error instanceof ProviderError && (error.fault === 'account' || error.fault === 'refused'))
        return [error.message]
      throw error
    }
  },
}

async function openInvoice(
  call: Call,
  invoice: { number: string; description: string; amount: Amount; callbackUrl: string },
): Promise<OpenedInvoice> {
  const answer = await callQPay(call, 'POST', '/v2/invoice', {
    invoice_code: call.values.invoice_code,
    sender_invoice_no: invoice.number,
    invoice_receiver_code: 'terminal',
    invoice_description: cut(invoice.description) || invoice.number,
    amount: invoice.amount, // whole tögrög, as ours are
    callback_url: invoice.callbackUrl,
  })
  return readInvoice(answer)
}

function cancelInvoice(call: Call, id: string): Promise<unknown> {
  return callQPay(call, 'DELETE', `/v2/invoice/${encodeURIComponent(id)}`, {})
}

/** Whole characters only; whoever counts otherwise than we do counts more of them. */
function cut(text: string): string {
  let kept = ''
  for (const character of text.trim()) {
    if (kept.length + character.length > LONGEST_DESCRIPTION) break
    kept += character
  }
  return kept
}

/** All attempts to pay an invoice. */
async function rowsOf({ providerId }: ProviderPayment, call: Call): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await callQPay(call, 'POST', '/v2/payment/check', {
      object_type: 'INVOICE',
      object_id: providerId,
      offset: { page_number: page, page_limit: PAGE },
    })
    const read = readRows(answer)
    rows.push(...read)
    if (read.length < PAGE) return rows
  }
  throw new ProviderError(
    'unreachable',
    `QPay lists more than ${MOST_PAGES * PAGE} attempts to pay an invoice.`,
  )
}

/** Money came by these, whatever has become of it; `REFUND` is met as well. */
const RETURNED = ['REFUNDED', 'REFUND']
const hasCome = ({ status }: PaymentRow) =>
  status === 'PAID' || status === 'PARTIAL' || RETURNED.includes(status)

/** What has come in one currency, and what of that went back. */
interface Total {
  received: Amount
  refunded: Amount
  currency: string
}

const leftOf = ({ received, refunded }: Total): Amount => received - refunded

/** Each currency is added up for itself. */
function totalsOf(rows: readonly PaymentRow[]): { ours: Total; foreign: Total[] } {
  const come = rows.filter(hasCome)
  const foreign = new Set(come.map(({ currency }) => currency).filter((currency) => currency !== CURRENCY))
  return { ours: totalOf(come, CURRENCY), foreign: Array.from(foreign, (one) => totalOf(come, one)) }
}

function totalOf(come: readonly PaymentRow[], currency: string): Total {
  const all = come.filter((row) => row.currency === currency)
  const back = all.filter(({ status }) => RETURNED.includes(status))
  const [received, refunded] = [all, back].map((rows) => sum(rows.map(({ amount }) => amount)))
  if (received == null || refunded == null)
    throw new ProviderError('unreachable', 'QPay answered a sum that is too large to be one.')
  return { received, refunded, currency }
}

/** Paid in one currency; what is left in the others is there as well. */
function paid({ received: amount, currency, refunded }: Total, others: readonly Total[]): ProviderAnswer {
  const beside = others
    .map((total) => ({ amount: leftOf(total), currency: total.currency }))
    .filter(({ amount: left }) => left > 0)
  return { state: 'paid', amount, currency, refunded, ...(beside.length > 0 && { beside }) }
}

/** What a call ends in where it does not succeed; null where it does. */
async function errorOf(call: Promise<unknown>): Promise<ProviderError | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}

function isCanceled(error: unknown): boolean {
  return error instanceof QPayRefusal && error.code === 'INVOICE_ALREADY_CANCELED'
}

function isGone(error: unknown): boolean {
  return isCanceled(error) || (error instanceof QPayRefusal && error.code === 'INVOICE_NOTFOUND')
}

const BY_ACCOUNT =
  'QPay gives back payments by card alone; this one came from a bank account. Send the money by hand, and say so (`by_hand`).'

/** `back`: what of it QPay has given back all the same, so that nobody sends that again. */
function failed(message: string, back?: Sum): RefundAnswer {
  const part =
    back && back.amount > 0
      ? `QPay has given back ${bareAmount(back.amount, back.currency)} ${back.currency} of it: send only the rest by hand. `
      : ''
  return { status: 'failed', message: part + message }
}

function refundRefused(refusal: QPayRefusal, back: Sum): RefundAnswer {
  return failed(refusal.code === 'PAYMENT_SETTLED' ? BY_ACCOUNT : refusal.message, back)
}
