export const SECOND = 1_000
export const HOUR = 3_600 * SECOND
export const DAY = 24 * HOUR

/** The calendar of a zone that is `offset` hours ahead of UTC; its days are numbered from 1970. */
export class Calendar {
  readonly #ahead: number

  constructor(offset: number) {
    this.#ahead = offset * HOUR
  }

  dayOf(time: number): number {
    return Math.floor((time + this.#ahead) / DAY)
  }

  /** Returns the last second of a day. */
  endOf(day: number): number {
    return (day + 1) * DAY - this.#ahead - SECOND
  }

  /** Returns the end of paid time: whole months after a day, clamped to the last day of the month. */
  paidUntil(day: number, months: number): number {
    const first = new Date(day * DAY)
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months]
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    return this.endOf(Date.UTC(year, month, Math.min(first.getUTCDate(), last)) / DAY)
  }
}
