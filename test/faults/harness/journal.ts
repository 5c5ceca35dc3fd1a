/** The kind of a change. */
export type Kind = 'create' | 'pay' | 'renew' | 'refund'

/** One change that a client asked for, with all its attempts. */
export interface Entry {
  kind: Kind
  /** The idempotency key. A created checkout also has it as its `client_reference_id`. */
  key: string
  amount: number
  /** The checkout that is paid or renews. */
  checkoutId?: number
  /** The payment that is refunded. */
  paymentId?: number
  /** When the service acknowledged the change, and the id in its response. */
  acknowledged?: { at: number; id: number }
}

/** A request that was not acknowledged: the status of the response, or the error of the connection. */
export interface Failure {
  at: number
  kind: Kind
  result: string
  /** Whether the same request may succeed later: a connection that broke, 409, 429 and 5xx. */
  isTemporary: boolean
}

/** A webhook that the merchant's server received. */
export interface Notice {
  at: number
  eventId: number
  type: string
  objectId: number
}

/** Records of the merchant, independent of the service: which changes were acknowledged, and which webhooks arrived. */
export class Journal {
  readonly entries: Entry[] = []
  readonly failures: Failure[] = []
  readonly notices: Notice[] = []
  /** The `Message-ID` of each email that the mail server accepted. */
  readonly emails: string[] = []

  begin(entry: Entry): Entry {
    this.entries.push(entry)
    return entry
  }

  get acknowledged(): readonly Entry[] {
    return this.entries.filter((entry) => entry.acknowledged)
  }
}
