import { setTimeout as pause } from 'node:timers/promises'
import {
  type Gateway,
  type ProviderAnswer,
  ProviderError,
  type ProviderPayment,
} from '../../common/payments/methods/provider.ts'
import type { Random } from '../money/random.ts'

/** A payment as its provider has it. */
export interface Opened {
  id: string
  paymentId: number
  amount: number
  /** What the customer has paid; more than the sum where somebody has paid twice. */
  paid: number
  /** A bank is at it: neither paid nor to be given up. */
  isProcessing: boolean
  isClosed: boolean
  refunded: Map<number, number>
}

/**
 * A provider with books of its own, whose answers get lost, come late, or never, before and after what they tell of has
 * happened. What stands in its books is the truth that the service is compared with.
 */
export class PretendedProvider {
  readonly books: Opened[] = []
  readonly #random: Random
  /** How many of a hundred calls go wrong. */
  faults = 0
  /** Whether every call hangs after it was done. */
  hangs = false
  /** Calls whose caller was killed, or that hang: they end when somebody lets them. */
  #held: (() => void)[] = []

  readonly #tell: (line: string) => void

  constructor(random: Random, tell: (line: string) => void) {
    this.#random = random
    this.#tell = tell
  }

  /** Puts this provider in the place of the one that a gateway asks. */
  replace(gateway: Gateway): () => void {
    const before = { ...gateway }
    Object.assign(gateway, {
      start: (payment: ProviderPayment) =>
        this.#call('start', payment, () => {
          const id = `p${this.books.length + 1}`
          const opened = { id, paymentId: payment.id, amount: payment.amount, paid: 0 }
          this.books.push({ ...opened, isProcessing: false, isClosed: false, refunded: new Map() })
          return { providerId: id, details: { code: id, short_url: null, apps: [] } }
        }),
      ask: (payment: ProviderPayment) => this.#call('ask', payment, () => this.#answer(payment)),
      giveUp: (payment: ProviderPayment) =>
        this.#call('giveUp', payment, () => {
          const opened = this.find(payment.providerId)
          if (opened.paid === 0 && !opened.isProcessing) opened.isClosed = true
          return this.#answer(payment)
        }),
      refund: (payment: ProviderPayment, { id, amount }: { id: number; amount: number }) =>
        this.#call('refund', payment, () => {
          this.find(payment.providerId).refunded.set(id, amount)
          return { status: 'succeeded' as const }
        }),
    })
    return () => Object.assign(gateway, before)
  }

  find(id: string | null): Opened {
    return this.books.find((opened) => opened.id === id)!
  }

  /** Lets hanging calls end: late, and one after the other, as they came. */
  async release(): Promise<void> {
    const held = this.#held
    this.#held = []
    for (const go of held) go()
    await pause(20)
  }

  #answer({ providerId }: ProviderPayment): ProviderAnswer {
    const { paid, isProcessing, isClosed } = this.find(providerId)
    if (paid > 0) return { state: 'paid', amount: paid, currency: 'MNT', refunded: 0 }
    if (isProcessing) return { state: 'processing', until: new Date(Date.now() + 86_400_000) }
    return isClosed ? { state: 'over', why: 'lapsed' } : { state: 'open' }
  }

  async #call<Answer>(name: string, { id, providerId }: ProviderPayment, act: () => Answer): Promise<Answer> {
    const fate = this.#random.below(100)
    const say = (what: string) => {
      this.#tell(`    ${name} of payment ${id} (${providerId ?? 'new'}): ${what}`)
    }
    if (fate < this.faults / 3) {
      say('lost on the way there')
      throw new ProviderError('unreachable', 'lost on the way there')
    }
    const answer = act()
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
