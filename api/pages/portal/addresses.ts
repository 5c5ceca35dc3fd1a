import type { Flow } from '../../../common/domain/portal/input.ts'
import type { Locale } from '../../../common/kit/format.ts'

/** The pages about one subscription. */
export const STEPS = ['renew', 'plans', 'cancel', 'canceled'] as const
export type Step = (typeof STEPS)[number]

/** What the list can say has just been done. */
export const NOTICES = ['paid', 'scheduled', 'undone', 'resumed'] as const
export type NoticeName = (typeof NOTICES)[number]

/** Addresses inside the portal; a language that was chosen there goes along. */
export class Addresses {
  readonly #lang: Locale | undefined

  constructor(lang?: Locale) {
    this.#lang = lang
  }

  list(said?: NoticeName): string {
    return this.#with('/portal', said && { said })
  }

  /** A later page of the list. */
  listed(page: number): string {
    return page > 1 ? this.#with('/portal', { page: String(page) }) : this.list()
  }

  /** Where an email with a new link was just asked for. */
  sent(): string {
    return this.#with('/portal', { said: 'sent' })
  }

  step(subscriptionId: number, step: Step): string {
    return this.#with(`/portal/subscriptions/${subscriptionId}/${step}`)
  }

  /** Where the buttons of the list about one subscription are sent. */
  subscription(subscriptionId: number): string {
    return this.#with(`/portal/subscriptions/${subscriptionId}`)
  }

  /** All that has ended. */
  ended(page = 1): string {
    return this.#with('/portal/ended', page > 1 ? { page: String(page) } : undefined)
  }

  payments(page = 1): string {
    return this.#with('/portal/payments', page > 1 ? { page: String(page) } : undefined)
  }

  /** A page outside the portal that is ours, shown in the same language; a receipt stays a receipt. */
  payable(url: string, locale: Locale): string {
    return `${url}?receipt=1&lang=${locale}`
  }

  #with(path: string, query: Record<string, string> = {}): string {
    const search = new URLSearchParams({ ...query, ...(this.#lang && { lang: this.#lang }) }).toString()
    return path + (search && `?${search}`)
  }
}

const STEP_OF: Record<Flow, Step> = { renew: 'renew', change_plan: 'plans', cancel: 'cancel' }

/** Where a link leads once it has opened a session. */
export function goalOf(goal: { flow: Flow; subscriptionId: number } | null, lang?: Locale): string {
  const addresses = new Addresses(lang)
  return goal ? addresses.step(goal.subscriptionId, STEP_OF[goal.flow]) : addresses.list()
}
