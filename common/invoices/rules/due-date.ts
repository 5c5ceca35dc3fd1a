import { DAY, later } from '../../kit/time.ts'

/** Where the merchant names no day, an invoice is due a day after it opens; a draft opens, for all we know, now. */
export function defaultDueDate(opens: Date): Date {
  return later(opens, DAY)
}
