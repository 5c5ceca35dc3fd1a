import type { Flow } from '../../../common/domain/portal/input.ts'
import type { Locale } from '../../../common/kit/format.ts'

/** The pages about one subscription. */
export const STEPS = ['renew', 'plans', 'cancel', 'canceled'] as const
export type Step = (typeof STEPS)[number]

/** The notices that the list can show after an action. */
export const NOTICES = ['paid', 'scheduled', 'undone', 'resumed'] as const
export type NoticeName = (typeof NOTICES)[number]

/** Returns addresses inside the portal, with the chosen language. */
export class Addresses {
  readonly #lang: Locale | undefined

  constructor(lang?: Locale) {
    this.#lang = lang
  }

  /** The list, with a notice of what was done. */
  list(notice?: NoticeName): string {
    return this.#with('/portal', notice && { said: notice })
  }

  /** A page of the list. */
  listed(page: number): string {
    return page > 1 ? this.#with('/portal', { page: String(page) }) : this.list()
  }

  /** The page after a new link was requested. */
  sent(): string {
    return this.#with('/portal', { said: 'sent' })
  }

  step(subscriptionId: number, step: Step): string {
    return this.#with(`/portal/subscriptions/${subscriptionId}/${step}`)
  }

  /** Receives the buttons of one subscription in the list. */
  subscription(subscriptionId: number): string {
    return this.#with(`/portal/subscriptions/${subscriptionId}`)
  }

  /** The list of ended subscriptions. */
  ended(page = 1): string {
    return this.#with('/portal/ended', page > 1 ? { page: String(page) } : undefined)
  }

  payments(page = 1): string {
    return this.#with('/portal/payments', page > 1 ? { page: String(page) } : undefined)
  }

  /** The page of a checkout or invoice in the same language. A complete one shows its receipt and does not redirect. */
  payable(url: string, locale: Locale): string {
    return `${url}?receipt=1&lang=${locale}`
  }

  #with(path: string, query: Record<string, string> = {}): string {
    const search = new URLSearchParams({ ...query, ...(this.#lang && { lang: this.#lang }) }).toString()
    return path + (search && `?${search}`)
  }
}

const STEP_OF: Record<Flow, Step> = { renew: 'renew', change_plan: 'plans', cancel: 'cancel' }

/** Returns the address to which a link leads after it has opened a session. */
export function goalOf(goal: { flow: Flow; subscriptionId: number } | null, lang?: Locale): string {
  const addresses = new Addresses(lang)
  return goal ? addresses.step(goal.subscriptionId, STEP_OF[goal.flow]) : addresses.list()
}
