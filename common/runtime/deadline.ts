import { SECOND } from '../kit/time.ts'
import { trace } from './log.ts'

/** A request is answered this long after it came, in milliseconds, whatever is away: at least that it is to come again. */
export const ANSWER_WITHIN = 7 * SECOND

/** When a request that comes now, or whose body has come now, is to be answered. */
export function answerBy(): number {
  return performance.now() + ANSWER_WITHIN
}

/** The time of a slow body is its sender's: what we do with it begins when it is here. */
export function bodyHasCome(): void {
  const store = trace.getStore()
  if (store?.answerBy !== undefined) store.answerBy = answerBy()
}

/** Milliseconds until this request is to be answered; without end where nobody waits for an answer. */
export function timeLeft(): number {
  const until = trace.getStore()?.answerBy
  return until === undefined ? Infinity : until - performance.now()
}
