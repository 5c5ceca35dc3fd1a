import { SECOND } from '../kit/time.ts'
import { trace } from './log.ts'

/** Every request is answered within this time, in milliseconds, even in an outage: then with "retry". */
export const ANSWER_WITHIN = 7 * SECOND

/** Returns the deadline for a request that arrives now. */
export function answerBy(): number {
  return performance.now() + ANSWER_WITHIN
}

/**
 * Restarts the request's deadline: its body has arrived, or a part of its answer was taken. A slow client does not use up
 * our time.
 */
export function restartDeadline(): void {
  const store = trace.getStore()
  if (store?.answerBy !== undefined) store.answerBy = answerBy()
}

/** Returns the milliseconds until this request's deadline; Infinity outside a request. */
export function timeLeft(): number {
  const until = trace.getStore()?.answerBy
  return until === undefined ? Infinity : until - performance.now()
}
