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

/** A payment as its provider has it. */
export interface Opened {
  id: string
  paymentId: number
  amount: Amount
  /** What the customer has paid: more than the sum where somebody has paid twice, less where a part. */
  paid: Amount
  currency: string
  /** A bank is at it: neither paid nor to be given up. */
  isProcessing: boolean
  isClosed: boolean
  /** What went back by refunds of ours, by their ids. */
  refunded: Map<number, Amount>
  /** Refunds that were taken, and are not decided yet. */
  deciding: Map<number, Amount>
  /** Refunds that were refused: for good. */
  refused: Set<number>
  /** Of the refused ones those that had succeeded before. */
  failedLater: Set<number>
  /** What the merchant gave back on the provider's own pages. */
  backThere: Amount
  /** Whether a hint has arrived since a customer or the merchant did something there. */
  isHeard: boolean
  /** Whose it is; nobody else can see it. */
  account: string
  hintUrl: string
  openedAt: Date
}

/**
 * How a provider opens payments: another one at each request (`invoice`, as QPay), or the same one again (`session`, as
 * Stripe), and whether what has come in part is told.
 */
export type Manner = 'invoice' | 'session'

/** The account that settings belong to: whatever its keys are at the moment. */
const accountOf = ({ values }: ProviderCall) =>
  /(?:sk_(?:test|live)_)?([a-z]+)/.exec(String(values.secret_key ?? values.username))?.[1] ?? ''

/**
 * A provider with books of its own, whose answers get lost, come late, or never, before and after what they tell of has
 * happened. What stands in its books is the truth that the service is compared with.
 */
export class PretendedProvider {
  readonly books: Opened[] = []
  readonly #random: Random
  readonly #manner: Manner
  /** How many of a hundred calls go wrong. */
  faults = 0
  /** Whether every call hangs after it was done. */
  hangs = false
  /** Calls whose caller was killed, or that hang: they end when somebody lets them. */
  #held: (() => void)[] = []

  readonly #tell: (line: string) => void

  constructor(random: Random, tell: (line: string) => void, manner: Manner = 'invoice') {
    this.#random = random
    this.#tell = tell
    this.#manner = manner
  }

  /** Puts this provider in the place of the one that a gateway asks. */
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
      ask: (payment, call) => this.#call('ask', payment, () => this.#answer(this.#known(payment, call))),
      giveUp: (payment, call) => this.#call('giveUp', payment, () => this.#giveUp(payment, call)),
      refund: (payment, refund, call) =>
        this.#call('refund', payment, () => this.#refund(this.#known(payment, call), refund)),
      readHint: ({ paymentId, body }) => ({
        paymentIds: paymentId === null ? [Number(body.toString())] : [paymentId],
        providerIds: [],
      }),
    } satisfies Partial<Gateway>)
    return () => Object.assign(gateway, before)
  }

  find(id: string | null): Opened {
    return this.books.find((opened) => opened.id === id)!
  }

  /** Waits until a call hangs. */
  async untilHeld(): Promise<void> {
    while (this.#held.length === 0) await pause(5)
  }

  /** Lets hanging calls end: late, and one after the other, as they came. */
  async release(): Promise<void> {
    const held = this.#held
    this.#held = []
    for (const go of held) go()
    await pause(20)
  }

  /** What is under way is decided: a bank's payments and refunds. */
  decide(opened: Opened): void {
    if (opened.isProcessing) {
      opened.isProcessing = false
      if (this.#random.chance(0.6)) opened.paid = opened.amount
      else opened.isClosed = true
    }
    for (const [id, amount] of opened.deciding) {
      opened.deciding.delete(id)
      if (this.#random.chance(0.6)) opened.refunded.set(id, amount)
      else opened.refused.add(id)
    }
  }

  #open({ id: paymentId, amount, currency, hintUrl }: ProviderPayment, call: ProviderCall): Opened {
    const account = accountOf(call)
    const before = this.books.find((one) => one.paymentId === paymentId && one.account === account)
    if (before && this.#manner === 'session') return before
    const opened: Opened = {
      ...{ id: `p${this.books.length + 1}`, paymentId, amount, currency, hintUrl, account },
      ...{ paid: 0, backThere: 0, isHeard: true, isProcessing: false, isClosed: false, openedAt: now() },
      ...{ refunded: new Map(), deciding: new Map(), refused: new Set(), failedLater: new Set() },
    }
    this.books.push(opened)
    return opened
  }

  #known({ providerId }: ProviderPayment, call: ProviderCall): Opened {
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

  #answer({ paid, amount, currency, isProcessing, isClosed, ...opened }: Opened): ProviderAnswer {
    const refunded = backOf({ ...opened })
    if (isTold({ paid, amount, currency })) {
      const failedRefunds = Array.from(opened.refused, (refundId) => ({
        refundId,
        message: 'not given back',
      }))
      return { state: 'paid', amount: paid, currency, refunded, failedRefunds }
    }
    if (isProcessing) return { state: 'processing', until: new Date(now().getTime() + 86_400_000) }
    const received = paid > 0 ? { received: paid, ...(refunded > 0 && { refunded }) } : {}
    return isClosed ? { state: 'over', why: 'lapsed', ...received } : { state: 'open', ...received }
  }

  #refund(opened: Opened, { id, amount }: ProviderRefund): RefundAnswer {
    const { refunded, deciding, refused } = opened
    const known = refunded.get(id) ?? deciding.get(id) ?? amount
    if (known !== amount) throw new Error(`refund ${id} was ${known}, and is ${amount} now`)
    if (refunded.has(id)) return { status: 'succeeded' }
    if (deciding.has(id)) return { status: 'pending' }
    const isTooMuch = amount > opened.paid - backOf(opened)
    const fate = this.faults > 0 ? this.#random.below(10) : 9
    if (refused.has(id) || isTooMuch || fate === 0) {
      refused.add(id)
      return { status: 'failed', message: 'not given back' }
    }
    if (fate > 2) refunded.set(id, amount)
    else deciding.set(id, amount)
    return { status: fate > 2 ? 'succeeded' : 'pending' }
  }

  async #call<Answer>(name: string, { id, providerId }: ProviderPayment, act: () => Answer): Promise<Answer> {
    const fate = this.#random.below(100)
    const say = (what: string) => {
      this.#tell(`    ${name} of payment ${id} (${providerId ?? 'new'}): ${what}`)
    }
    if (fate < this.faults / 3) {
      const fault = this.#random.of(FAULTS)!
      say(`lost on the way there: ${fault}`)
      throw new ProviderError(fault, 'lost on the way there', fault === 'limited' ? 7_000 : null)
    }
    let answer: Answer
    try {
      answer = act()
    } catch (error) {
      say(String(error))
      throw error
    }
    if (fate < (2 * this.faults) / 3) {
      say(`${JSON.stringify(answer)} is lost on the way back`)
      throw new ProviderError('unreachable', 'lost on the way back')
    }
    say(JSON.stringify(answer))
    if (fate >= this.faults && !this.hangs) return answer
    await new Promise<void>((resolve) => this.#held.push(resolve))
    say(`the answer to a call that hung: ${JSON.stringify(answer)}`)
    return answer
  }
}

const FAULTS = ['unreachable', 'unreachable', 'unreachable', 'limited', 'account', 'refused'] as const

/** Whether a provider calls a payment paid: then it also tells what has become of its refunds. */
export function isTold({ paid, amount, currency }: Pick<Opened, 'paid' | 'amount' | 'currency'>): boolean {
  return paid >= amount || (paid > 0 && currency !== 'MNT')
}

/** What of a payment went back, in whatever way. */
export function backOf({
  refunded,
  deciding,
  backThere,
}: Pick<Opened, 'refunded' | 'deciding' | 'backThere'>) {
  return [...refunded.values(), ...deciding.values()].reduce((sum, one) => sum + one, backThere)
}
