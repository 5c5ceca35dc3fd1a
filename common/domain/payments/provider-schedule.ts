import { DAY, HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/**
 * The next call to a provider about a payment: open it (`start`), ask for its state (`ask`; `wait` while a
 * bank processes it and it cannot be given up), or give it up. `done`: no call, unless the provider sends a
 * hint.
 */
export type ProviderStep = 'start' | 'ask' | 'wait' | 'give_up' | 'done'

/**
 * The times of a step's calls since the step began; the last pause repeats. `hinted`: a payment that is done,
 * after a hint.
 */
const TIMES: Record<Exclude<ProviderStep, 'done'> | 'hinted', readonly number[]> = {
  start: [3 * SECOND, 6 * SECOND, 12 * SECOND, 24 * SECOND, 48 * SECOND],
  ask: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
  wait: [MINUTE, 15 * MINUTE, HOUR],
  give_up: [15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
  hinted: [15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
}

/** The longest time to open a payment. A customer does not wait longer: other methods are offered. */
const OPENED_WITHIN = MINUTE
/** The longest time to give a payment up at its provider. After that the daily comparison asks about it. */
const GIVEN_UP_WITHIN = 7 * DAY
/** The longest time to ask again after a hint, if the provider does not answer. */
const HINTED_WITHIN = DAY

interface CallTimes {
  /** When the step began; for `hinted`, when the hint arrived. */
  since: Date
  deadline: Date
  now: Date
  /** The earliest time that the provider accepts. */
  notBefore?: Date | null
}

/**
 * Returns the time of the next call after `now`; null if the step was tried for long enough, or the customer would no
 * longer wait. `hinted`: the payment was done before a hint arrived. A payment is given up at its `deadline` at the
 * latest.
 */
export function nextCall(
  step: ProviderStep | 'hinted',
  { since, deadline, now, notBefore = null }: CallTimes,
): Date | null {
  const at = scheduled(step, { since, deadline, now })
  if (at === null || notBefore === null || notBefore <= at) return at
  return step === 'start' && notBefore >= later(since, OPENED_WITHIN) ? null : notBefore
}

function scheduled(
  step: ProviderStep | 'hinted',
  { since, deadline, now }: Omit<CallTimes, 'notBefore'>,
): Date | null {
  if (step === 'done') return null
  const times = TIMES[step]
  const age = now.getTime() - since.getTime()
  if (step === 'start' && age >= OPENED_WITHIN) return null
  if (step === 'give_up' && age >= GIVEN_UP_WITHIN) return null
  if (step === 'hinted' && age >= HINTED_WITHIN) return null
  const at = later(since, times.find((time) => time > age) ?? repeated(times, age))
  return (step === 'ask' || step === 'wait') && at > deadline && now < deadline ? deadline : at
}

/** Pauses after each call about a refund; the last one repeats. */
const REFUND_PAUSES = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
/** About a month. After that the merchant must check the provider's own pages. */
const MAX_REFUND_CALLS = 720

/** About a day of refusals in a row, while an earlier call may have sent the refund. */
const MAX_REFUSED_CALLS = 28

/**
 * Returns the pause in milliseconds after a refund's `calls`-th call; null after the last one.
 * `refusedCalls`: the number of calls refused in a row, which end earlier.
 */
export function refundPause(calls: number, refusedCalls = 0): number | null {
  if (calls >= MAX_REFUND_CALLS || refusedCalls >= MAX_REFUSED_CALLS) return null
  return REFUND_PAUSES[Math.min(calls, REFUND_PAUSES.length) - 1] ?? null
}

function repeated(times: readonly number[], age: number): number {
  const last = times.at(-1)!
  const pause = last - (times.at(-2) ?? 0)
  return last + (Math.floor((age - last) / pause) + 1) * pause
}
