import { DAY, HOUR, later, MINUTE, SECOND } from '../../kit/time.ts'

/**
 * What a provider is to be asked next about a payment: to open it, how it stands (`ask`; `wait` once a bank has it
 * and it cannot be given up), or to give it up. `done`: nothing more, unless the provider hints at it.
 */
export type ProviderStep = 'start' | 'ask' | 'wait' | 'give_up' | 'done'

/** When a step is taken again, counted from when it became the next one; the last pause repeats itself. `hinted`: below. */
const TIMES: Record<Exclude<ProviderStep, 'done'> | 'hinted', readonly number[]> = {
  start: [3 * SECOND, 6 * SECOND, 12 * SECOND, 24 * SECOND, 48 * SECOND],
  ask: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
  wait: [MINUTE, 15 * MINUTE, HOUR],
  give_up: [15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
  hinted: [15 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE],
}

/** Whoever cannot be told to open a payment for so long has lost the customer: another way to pay is offered. */
const OPENED_WITHIN = MINUTE
/** A payment that its provider does not give up is watched for so long; reconciliation asks about it after that. */
const GIVEN_UP_WITHIN = 7 * DAY
/** What a provider hints at of a payment that is done is asked about for so long, where it does not answer. */
const HEARD_WITHIN = DAY

interface Asked {
  /** When the step became the next one; of `hinted`, when that was. */
  since: Date
  deadline: Date
  now: Date
  /** Until when the provider wants to be left alone. */
  notBefore?: Date | null
}

/**
 * When the provider is asked next after `now`; null where that has been tried for long enough, or the customer would be
 * gone by then. `hinted` is what is done and was hinted at since. A payment is given up at its `deadline`, whatever else would
 * be due later.
 */
export function nextCall(
  step: ProviderStep | 'hinted',
  { since, deadline, now, notBefore = null }: Asked,
): Date | null {
  const at = scheduled(step, { since, deadline, now })
  if (at === null || notBefore === null || notBefore <= at) return at
  return step === 'start' && notBefore >= later(since, OPENED_WITHIN) ? null : notBefore
}

function scheduled(
  step: ProviderStep | 'hinted',
  { since, deadline, now }: Omit<Asked, 'notBefore'>,
): Date | null {
  if (step === 'done') return null
  const times = TIMES[step]
  const age = now.getTime() - since.getTime()
  if (step === 'start' && age >= OPENED_WITHIN) return null
  if (step === 'give_up' && age >= GIVEN_UP_WITHIN) return null
  if (step === 'hinted' && age >= HEARD_WITHIN) return null
  const at = later(since, times.find((time) => time > age) ?? repeated(times, age))
  return (step === 'ask' || step === 'wait') && at > deadline && now < deadline ? deadline : at
}

/** Pauses after each call about a refund; the last one repeats itself. */
const REFUND_PAUSES = [15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
/** A month of them; after that the merchant looks at the provider's own pages. */
const MOST_REFUND_CALLS = 720

/** About a day of refusals in a row, where an earlier call may have given it back. */
const MOST_REFUSED_CALLS = 28

/**
 * How long after its `calls`-th call a refund is asked about again; null where that has been tried for long enough, which
 * is sooner where the last `refusedCalls` in a row were refused.
 */
export function refundPause(calls: number, refusedCalls = 0): number | null {
  if (calls >= MOST_REFUND_CALLS || refusedCalls >= MOST_REFUSED_CALLS) return null
  return REFUND_PAUSES[Math.min(calls, REFUND_PAUSES.length) - 1] ?? null
}

function repeated(times: readonly number[], age: number): number {
  const last = times.at(-1)!
  const pause = last - (times.at(-2) ?? 0)
  return last + (Math.floor((age - last) / pause) + 1) * pause
}
