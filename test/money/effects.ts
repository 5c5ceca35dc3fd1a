import type { Plan } from './catalogue.ts'

export interface Opened {
  kind: 'opened'
  order: number
  url: string
  customer: number
  plan: Plan | null
  /** Whether the request named its price by lookup key, which "start again" uses. */
  byKey: boolean
  /** The largest quantity that can be chosen on the page. */
  most: number
  /** The subscription in the request. */
  named: number | null
  discount: number
}

export interface TrialStarted {
  kind: 'tried'
  subscription: number
  customer: number
  plan: Plan
  days: number
}

/** Pay was pressed with a method that pays at once. `accepted`: the page found no problem. */
export interface Pressed {
  kind: 'pressed'
  order: number
  accepted: boolean
}

/** Pay was pressed, and the money arrives later or never. */
export interface Started {
  kind: 'started'
  order: number
  later: boolean
}

/** A confirmation. `done`: the API accepted it. */
export interface Confirmed {
  kind: 'confirmed'
  order: number
  payment: number
  done: boolean
  /** The amount of the payment when it was started. */
  asked: number
  /** The amount that was entered; without it, the missing amount. */
  sum?: number
  /** A smaller amount completes the order too. */
  partly?: boolean
  /** An expired order is completed too. */
  late?: boolean
}

/** Money was refunded. */
export interface Refunded {
  kind: 'refunded'
  payment: number
  amount: number
}

export interface Canceled {
  kind: 'canceled'
  subscription: number
  immediately: boolean
}

export interface Scheduled {
  kind: 'scheduled'
  subscription: number
  plan: Plan | null
}

/** A request to erase a customer, with the code of its refusal. */
export interface Erased {
  kind: 'erased'
  customer: number
  refused: string | null
}

/** The effect of a request, according to its response. */
export type Effect =
  | Opened
  | TrialStarted
  | Pressed
  | Started
  | { kind: 'reported'; order: number }
  | Confirmed
  | Refunded
  | { kind: 'rejected'; order: number; payment: number }
  | Canceled
  | { kind: 'resumed'; subscription: number }
  | Scheduled
  | Erased
  | { kind: 'clock_deleted'; clock: number }
