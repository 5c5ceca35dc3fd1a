import { setTimeout as pause } from 'node:timers/promises'
import type { Amount } from '../../common/kit/money.ts'
import {
  type Gateway,
  type ProviderAnswer,
  type ProviderCall,
  ProviderError,
  type ProviderPayment,
  type ProviderRefund,
  type RefundAnswer,
} from '../../common/methods/provider.ts'
import { now } from '../../common/runtime/clock.ts'
import type { Random } from '../money/random.ts'

/** The record of a payment at its provider. */
export interface PaymentAtProvider {
  id: string
  paymentId: number
  amount: Amount
  /** The paid amount: more than `amount` after a double payment, less after a partial one. */
  paid: Amount
  currency: string
  /** Whether a bank is processing it. Then it is not paid and cannot be canceled. */
  isProcessing: boolean
  isClosed: boolean
  /** The amounts of our refunds, by their ids. */
  refunded: Map<number, Amount>
  /** Accepted refunds that are still pending. */
  undecided: Map<number, Amount>
  /** Refunds that were refused permanently. */
  refused: Set<number>
  /** Refused refunds that had succeeded before. */
  failedLater: Set<number>
  /** The amount that the merchant refunded at the provider. */
  refundedThere: Amount
  /** Whether a hint has arrived since the last change at the provider. */
  isHinted: boolean
  /** The only account that can read it. */
  account: string
  hintUrl: string
  openedAt: Date
}

/**
 * How a provider opens payments: a new one for each request (`invoice`, like QPay) or the same one again (`session`,
 * like Stripe).
 */
export type Behavior = 'invoice' | 'session'

/** Returns the account of the settings, for any of its keys. */
const accountOf = ({ values }: ProviderCall) =>
  /(?:sk_(?:test|live)_)?([a-z]+)/.exec(String(values.secret_key ?? values.username))?.[1] ?? ''

/**
 * A provider whose calls are lost or late, before or after they take effect. Its `books` are the truth with which the
 * service is compared.
 */
export class FakeProvider {
  readonly books: PaymentAtProvider[] = []
  readonly #random: Random
  readonly #behavior: Behavior
  /** The percentage of calls that fail. */
  faults = 0
  /** Whether every call hangs after it took effect. */
  hangs = false
  /** Calls that hang until `release`. */
  #held: (() => void)[] = []

  readonly #log: (line: string) => void

  constructor(random: Random, log: (line: string) => void, behavior: Behavior = 'invoice') {
    this.#random = random
    this.#log = log
    this.#behavior = behavior
  }

  /** Replaces the calls of a gateway. Returns a function that restores them. */
  replace(gateway: Gateway): () => void {
    const before = { ...gateway }
    Object.assign(gateway, {
      start: (payment, call) =>
        this.#call('start', payment, () => {
          const { id } = this.#open(payment, call)
          return {
            providerId: id,
            details: { code: id, short_url: null, apps: [], url: 'https://pay.example' },
          }
        }),
      ask: (payment, call) => this.#call('ask', payment, () => this.#answer(this.#find(payment, call))),
      giveUp: (payment, call) => this.#call('giveUp', payment, () => this.#giveUp(payment, call)),
      refund: (payment, refund, call) =>
        this.#call('refund', payment, () => this.#refund(this.#find(payment, call), refund)),
      readHint: ({ paymentId, body }) => ({
        paymentIds: paymentId === null ? [Number(body.toString())] : [paymentId],
        providerIds: [],
      }),
    } satisfies Partial<Gateway>)
    return () => Object.assign(gateway, before)
  }

  find(id: string | null): PaymentAtProvider {
    return this.books.find((opened) => opened.id === id)!
  }

  /** Waits until a call hangs. */
  async untilHeld(): Promise<void> {
    while (this.#held.length === 0) await pause(5)
  }

  /** Ends hanging calls one after the other, in their order. */
  async release(): Promise<void> {
    const held = this.#held
    this.#held = []
    for (const end of held) end()
    await pause(20)
  }

  /** Decides the payment or refunds that a bank is processing. */
  decide(opened: PaymentAtProvider): void {
    if (opened.isProcessing) {
      opened.isProcessing = false
      if (this.#random.chance(0.6)) opened.paid = opened.amount
      else opened.isClosed = true
    }
    for (const [id, amount] of opened.undecided) {
      opened.undecided.delete(id)
      if (this.#random.chance(0.6)) opened.refunded.set(id, amount)
      else opened.refused.add(id)
    }
  }

  #open(
    { id: paymentId, amount, currency, hintUrl }: ProviderPayment,
    call: ProviderCall,
  ): PaymentAtProvider {
    const account = accountOf(call)
    const before = this.books.find((one) => one.paymentId === paymentId && one.account === account)
    if (before && this.#behavior === 'session') return before
    const opened: PaymentAtProvider = {
      ...{ id: `p${this.books.length + 1}`, paymentId, amount, currency, hintUrl, account },
      ...{ paid: 0, refundedThere: 0, isHinted: true, isProcessing: false, isClosed: false, openedAt: now() },
      ...{ refunded: new Map(), undecided: new Map(), refused: new Set(), failedLater: new Set() },
    }
    this.books.push(opened)
    return opened
  }

  #find({ providerId }: ProviderPayment, call: ProviderCall): PaymentAtProvider {
    const opened = this.find(providerId)
    if (opened.account !== accountOf(call)) throw new ProviderError('refused', 'no such payment')
    return opened
  }

  #giveUp(payment: ProviderPayment, call: ProviderCall): ProviderAnswer {
    const opened = payment.providerId === null ? this.#open(payment, call) : this.find(payment.providerId)
    if (opened.account !== accountOf(call)) throw new ProviderError('refused', 'no such payment')
    if (opened.paid < opened.amount && !opened.isProcessing) opened.isClosed = true
    return this.#answer(opened)
  }

  #answer({ paid, amount, currency, isProcessing, isClosed, ...opened }: PaymentAtProvider): ProviderAnswer {
    const refunded = refundedAtProvider({ ...opened })
    if (isReportedPaid({ paid, amount, currency })) {
      const failedRefunds = Array.from(opened.refused, (refundId) => ({
        refundId,
        message: 'not refunded',
      }))
      return { state: 'paid', amount: paid, currency, refunded, failedRefunds }
    }
    if (isProcessing) return { state: 'processing', until: new Date(now().getTime() + 86_400_000) }
    const received = paid > 0 ? { received: paid, ...(refunded > 0 && { refunded }) } : {}
    return isClosed ? { state: 'over', why: 'lapsed', ...received } : { state: 'open', ...received }
  }

  #refund(opened: PaymentAtProvider, { id, amount }: ProviderRefund): RefundAnswer {
    const { refunded, undecided, refused } = opened
    const firstAmount = refunded.get(id) ?? undecided.get(id) ?? amount
    if (firstAmount !== amount) throw new Error(`refund ${id} was ${firstAmount}, and is ${amount} now`)
    if (refunded.has(id)) return { status: 'succeeded' }
    if (undecided.has(id)) return { status: 'pending' }
    const isTooMuch = amount > opened.paid - refundedAtProvider(opened)
    const fate = this.faults > 0 ? this.#random.below(10) : 9
    if (refused.has(id) || isTooMuch || fate === 0) {
      refused.add(id)
      return { status: 'failed', message: 'not refunded' }
    }
    if (fate > 2) refunded.set(id, amount)
    else undecided.set(id, amount)
    return { status: fate > 2 ? 'succeeded' : 'pending' }
  }

  async #call<Answer>(name: string, { id, providerId }: ProviderPayment, act: () => Answer): Promise<Answer> {
    const fate = this.#random.below(100)
    const log = (result: string) => {
      this.#log(`    ${name} of payment ${id} (${providerId ?? 'new'}): ${result}`)
    }
    if (fate < this.faults / 3) {
      const fault = this.#random.of(FAULTS)!
      log(`the request is lost: ${fault}`)
      throw new ProviderError(fault, 'the request is lost', fault === 'limited' ? 7_000 : null)
    }
    let answer: Answer
    try {
      answer = act()
    } catch (error) {
      log(String(error))
      throw error
    }
    if (fate < (2 * this.faults) / 3) {
      log(`${JSON.stringify(answer)} is lost`)
      throw new ProviderError('unreachable', 'the answer is lost')
    }
    log(JSON.stringify(answer))
    if (fate >= this.faults && !this.hangs) return answer
    await new Promise<void>((resolve) => this.#held.push(resolve))
    log(`answer after hanging: ${JSON.stringify(answer)}`)
    return answer
  }
}

const FAULTS = ['unreachable', 'unreachable', 'unreachable', 'limited', 'account', 'refused'] as const

/** Returns whether a provider reports a payment as paid. Then it reports its refunds too. */
export function isReportedPaid({
  paid,
  amount,
  currency,
}: Pick<PaymentAtProvider, 'paid' | 'amount' | 'currency'>): boolean {
  return paid >= amount || (paid > 0 && currency !== 'MNT')
}

/** Returns the refunded amount of a payment, including pending refunds. */
export function refundedAtProvider({
  refunded,
  undecided,
  refundedThere,
}: Pick<PaymentAtProvider, 'refunded' | 'undecided' | 'refundedThere'>) {
  return [...refunded.values(), ...undecided.values()].reduce((sum, one) => sum + one, refundedThere)
}
