import type { Plan } from './catalogue.ts'

export interface Opened {
  kind: 'opened'
  order: number
  url: string
  customer: number
  plan: Plan | null
  /** The request named its price by key, which "start again" goes by. */
  byKey: boolean
  /** The largest quantity that can be chosen on the page. */
  most: number
  /** The subscription that the request named. */
  named: number | null
  discount: number
}

export interface Tried {
  kind: 'tried'
  subscription: number
  customer: number
  plan: Plan
  days: number
}

/** Pay was pressed, by a method that has the money at once; `taken` where the page found nothing wrong. */
export interface Pressed {
  kind: 'pressed'
  order: number
  taken: boolean
}

/** Pay was pressed, and the money, if there is any to pay, comes later or never. */
export interface Begun {
  kind: 'begun'
  order: number
  later: boolean
}

/** `done` where the API has taken the confirmation. */
export interface Confirmed {
  kind: 'confirmed'
  order: number
  payment: number
  done: boolean
  /** For how much the payment was begun. */
  asked: number
  /** What came; all that was missing where it was not said. */
  sum?: number
  /** Less than all completes as well. */
  partly?: boolean
  /** What has ended is completed all the same. */
  late?: boolean
}

/** Money was given back. */
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

/** A customer was to be erased; the code of the refusal, if it was one. */
export interface Erased {
  kind: 'erased'
  customer: number
  refused: string | null
}

/** What a request has brought about, as its answer says. */
export type Deed =
  | Opened
  | Tried
  | Pressed
  | Begun
  | { kind: 'reported'; order: number }
  | Confirmed
  | Refunded
  | { kind: 'rejected'; order: number; payment: number }
  | Canceled
  | { kind: 'resumed'; subscription: number }
  | Scheduled
  | Erased
  | { kind: 'clock_deleted'; clock: number }
