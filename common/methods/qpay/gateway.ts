import { randomBytes } from 'node:crypto'
import { bareAmount } from '../../kit/format.ts'
import { type Amount, sum } from '../../kit/money.ts'
import { config } from '../../runtime/config.ts'
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

/**
 * Returns the invoice number that the merchant sees at QPay. QPay accepts each number once, so a retry after a
 * lost response uses another number.
 */
const numberOf = ({ id, calls }: ProviderPayment) => (calls > 0 ? `tolbor-${id}-${calls}` : `tolbor-${id}`)

const LONGEST_DESCRIPTION = 255
const PAGE = 100
/** Page limit: no invoice has 5,000 payment attempts. An incomplete list is not summed up. */
const MAX_PAGES = 50

/** The amount of the invoice that checks an account. No customer sees it, and it is canceled at once. */
const CHECK_AMOUNT = 1_000

export const qpayGateway: Gateway<Account> = {
  /** Each call opens another invoice. Only the returned one is shown, so no customer can pay the others. */
  async start(payment, call) {
    const { id, code, shortUrl, apps } = await openInvoice(call, {
      number: numberOf(payment),
      description: payment.description,
      amount: payment.amount,
      callbackUrl: payment.hintUrl,
    })
    const pictures = apps.flatMap(({ logo }) => logo ?? [])
    return { providerId: id, details: { code, short_url: shortUrl, apps }, pictures }
  },

  async ask(payment, call) {
    const { inTugrik, foreign } = totalsOf(await rowsOf(payment, call))
    const otherMoney = foreign.filter((total) => leftOf(total) > 0)
    const isEnough = leftOf(inTugrik) >= payment.amount
    if (!isEnough && otherMoney[0]) return paid(otherMoney[0], [inTugrik, ...otherMoney.slice(1)])
    const { received, refunded } = inTugrik
    if (received >= payment.amount) return paid(inTugrik, otherMoney)
    return { state: 'open', ...(received > 0 && { received }), ...(refunded > 0 && { refunded }) }
  },

  /**
   * Cancels the invoice, then reads its payments: no more can follow. Reads them also if it could not be canceled,
   * since it may be paid or partly paid. An unknown invoice may be open at another account.
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
    if (!error || isCanceled(error)) return { ...answer, state: 'over', why: 'lapsed' }
    // QPay does not cancel a partly paid invoice: the rest can still be paid.
    if ((answer.received ?? 0) > 0) return answer
    if (error instanceof QPayRefusal && error.code === 'INVOICE_PAID')
      throw new ProviderError(
        'unreachable',
        'QPay reports the invoice as paid, but does not list the payment yet.',
      )
    throw error
  },

  refunds: 'whole',
  /**
   * Refunds each row of the currency separately and skips refunded ones. Checks first that every row can be
   * refunded: after a failure the merchant refunds all by hand, so no part may be under way.
   */
  async refund(payment, { amount, currency }, call) {
    const rows = (await rowsOf(payment, call)).filter((row) => isReceived(row) && row.currency === currency)
    const { received, refunded } = totalOf(rows, currency)
    if (amount !== received)
      return failed(
        'QPay refunds a payment only in full. Send the money by hand, and record it with `by_hand`.',
      )
    const left = rows.filter(({ status }) => !RETURNED.includes(status))
    if (left.some(({ type }) => type !== null && type !== 'CARD'))
      return failed(BY_ACCOUNT, { amount: refunded, currency })
    let refundedNow = refunded
    for (const row of left) {
      const error = await errorOf(
        callQPay(call, 'DELETE', `/v2/payment/refund/${encodeURIComponent(row.id)}`, {}),
      )
      const isRefunded = !error || (error instanceof QPayRefusal && error.code === 'PAYMENT_ALREADY_CANCELED')
      if (!isRefunded && error instanceof QPayRefusal && error.fault === 'refused')
        return refundRefused(error, { amount: refundedNow, currency })
      if (!isRefunded) throw error
      refundedNow += row.amount
    }
    return { status: 'succeeded' }
  },

  /** QPay signs nothing. Knowing a payment's secret URL is enough, since a hint only triggers a check. */
  readHint: ({ paymentId }) => (paymentId === null ? null : { paymentIds: [paymentId], providerIds: [] }),

  /** Checks the account with a test invoice: QPay verifies the invoice code only then. */
  async check(call) {
    try {
      await signIn(call)
      const { id } = await openInvoice(call, {
        number: `tolbor-check-${call.account.projectId}-${unique()}`,
        description: 'A check of the settings',
        amount: CHECK_AMOUNT,
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
  const create = (number: string) =>
    callQPay(call, 'POST', '/v2/invoice', {
      invoice_code: call.values.invoice_code,
      sender_invoice_no: number,
      invoice_receiver_code: 'terminal',
      invoice_description: cut(invoice.description) || number,
      amount: invoice.amount, // whole tögrög, like our amounts
      callback_url: invoice.callbackUrl,
    })
  const answer = await create(invoice.number).catch((error: unknown) => {
    // The number is taken, for example by another installation that uses the same account.
    if (error instanceof QPayRefusal && error.status === 409) return create(`${invoice.number}-${unique()}`)
    throw error
  })
  return readInvoice(answer)
}

/** Returns eight random characters. */
const unique = () => randomBytes(6).toString('base64url')

function cancelInvoice(call: Call, id: string): Promise<unknown> {
  return callQPay(call, 'DELETE', `/v2/invoice/${encodeURIComponent(id)}`, {})
}

/** Truncates at code points: other counters never see more than 255 characters. */
function cut(text: string): string {
  let kept = ''
  for (const character of text.trim()) {
    if (kept.length + character.length > LONGEST_DESCRIPTION) break
    kept += character
  }
  return kept
}

/** Reads all payment attempts of an invoice. */
async function rowsOf({ providerId }: ProviderPayment, call: Call): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
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
    `QPay lists more than ${MAX_PAGES * PAGE} attempts to pay an invoice.`,
  )
}

/** QPay uses both names. */
const RETURNED = ['REFUNDED', 'REFUND']
/** Counts paid and refunded rows only. A `PARTIAL` row does not say how much was paid. */
const isReceived = ({ status }: PaymentRow) => status === 'PAID' || RETURNED.includes(status)

/** Money received and refunded in one currency. */
interface Total {
  received: Amount
  refunded: Amount
  currency: string
}

const leftOf = ({ received, refunded }: Total): Amount => received - refunded

/** Sums up the rows by currency. */
function totalsOf(rows: readonly PaymentRow[]): { inTugrik: Total; foreign: Total[] } {
  const received = rows.filter(isReceived)
  const currencies = new Set(received.map(({ currency }) => currency).filter((one) => one !== CURRENCY))
  return {
    inTugrik: totalOf(received, CURRENCY),
    foreign: Array.from(currencies, (currency) => totalOf(received, currency)),
  }
}

function totalOf(receivedRows: readonly PaymentRow[], currency: string): Total {
  const all = receivedRows.filter((row) => row.currency === currency)
  const returned = all.filter(({ status }) => RETURNED.includes(status))
  const [received, refunded] = [all, returned].map((rows) => sum(rows.map(({ amount }) => amount)))
  if (received == null || refunded == null)
    throw new ProviderError('unreachable', 'QPay returned amounts whose sum is too large.')
  return { received, refunded, currency }
}

/** Returns a `paid` answer in one currency, with the remaining money in other currencies as `otherMoney`. */
function paid({ received: amount, currency, refunded }: Total, others: readonly Total[]): ProviderAnswer {
  const otherMoney = others
    .map((total) => ({ amount: leftOf(total), currency: total.currency }))
    .filter(({ amount: left }) => left > 0)
  return { state: 'paid', amount, currency, refunded, ...(otherMoney.length > 0 && { otherMoney }) }
}

/** Returns the error of a call; null if it succeeds. */
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
  'QPay refunds only card payments; this one came from a bank account. Send the money by hand, and record it with `by_hand`.'

/**
 * Returns a failed refund. `refunded`: the part that QPay has refunded, so that the merchant does not send it
 * again.
 */
function failed(message: string, refunded?: Sum): RefundAnswer {
  const part =
    refunded && refunded.amount > 0
      ? `QPay has refunded ${bareAmount(refunded.amount, refunded.currency)} ${refunded.currency} of it: send only the rest by hand. `
      : ''
  return { status: 'failed', message: part + message }
}

function refundRefused(refusal: QPayRefusal, refunded: Sum): RefundAnswer {
  return failed(refusal.code === 'PAYMENT_SETTLED' ? BY_ACCOUNT : refusal.message, refunded)
}
