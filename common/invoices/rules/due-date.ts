import { DAY, later } from '../../kit/time.ts'

/** Returns the default due date, one day after the invoice opens. For a draft, pass the current time. */
export function defaultDueDate(opens: Date): Date {
  return later(opens, DAY)
}
