import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Durations } from './plan.ts'

const FILE = '.data/test-durations.json'

/**
 * Seconds of the long test files, measured while the checks and two other files ran on two cores. A machine that has run
 * a file uses its own measurement instead.
 */
export const LONG_FILES: Durations = {
  'test/subscriptions/model.test.ts': 125,
  'test/operations/alerts.test.ts': 110,
  'test/first-day/pasted.test.ts': 92,
  'test/pages/view/looks/paying.test.ts': 89,
  'test/pages/view/looks/portal-steps.test.ts': 57,
  'test/subscriptions/concurrency.test.ts': 57,
  'test/pages/view/looks/portal.test.ts': 56,
  'test/emails/looks.test.ts': 55,
  'test/pages/view/looks/after-paying.test.ts': 55,
  'test/portal/browser.test.ts': 55,
  'test/faults/kill.test.ts': 50,
  'test/checkouts/transfer.test.ts': 49,
  'test/pages/view/looks/renewing.test.ts': 48,
  'test/faults/hanging.test.ts': 45,
  'test/webhooks/worker.test.ts': 43,
  'test/speed/filters.test.ts': 42,
  'test/money/money.test.ts': 41,
  'test/api/hostile.test.ts': 36,
  'test/pages/view/looks/invoices.test.ts': 34,
  'test/providers/killed.test.ts': 32,
  'test/test-clocks/workers.test.ts': 31,
  'test/subscriptions/period-end.test.ts': 30,
  'test/api/worst-bodies.test.ts': 29,
  'test/openapi/docs.test.ts': 28,
  'test/faults/redis.test.ts': 27,
  'test/faults/clock-skew.test.ts': 22,
  'test/runtime/job-log.test.ts': 22,
  'test/pages/view/looks/links.test.ts': 22,
  'test/pages/injection.test.ts': 21,
  'test/images/worker.test.ts': 19,
  'test/customers/erased-meanwhile.test.ts': 18,
  'test/pages/view/whole-words.test.ts': 17,
  'test/payments/fifth-method.test.ts': 17,
  'test/pages/view/browser.test.ts': 16,
  'test/pages/hand-over.test.ts': 15,
  'test/pages/view/looks/others.test.ts': 15,
  'test/cli/events-tail.test.ts': 14,
  'test/tooling/lint.test.ts': 1,
  'test/payments/stripe/browser.test.ts': 13,
  'test/runtime/metrics.test.ts': 13,
  'test/cli/secrets-rotate.test.ts': 12,
  'test/story/main-job.test.ts': 12,
  'test/cli/usage.test.ts': 11,
  'test/payments/qpay/page.test.ts': 10,
  'test/client/package.test.ts': 9,
  'test/cli/operations.test.ts': 8,
  'test/pages/view/looks/decisions.test.ts': 8,
  'test/pages/view/refusals.test.ts': 8,
  'test/emails/injection.test.ts': 7,
  'test/faults/expiry-race.test.ts': 7,
  'test/pages/slow-form.test.ts': 7,
  'test/cli/doctor.test.ts': 6,
  'test/images/browser.test.ts': 6,
  'test/invoices/pay.test.ts': 6,
  'test/speed/indexes.test.ts': 6,
  'test/tooling/layers.test.ts': 6,
  'test/webhooks/resend-missed.test.ts': 6,
  'test/pages/renew/renew.test.ts': 5,
  'test/payments/qpay/paying.test.ts': 5,
  'test/payments/stripe/paying.test.ts': 5,
  'test/portal/actions.test.ts': 5,
  'test/promotion-codes/pay.test.ts': 5,
  'test/emails/subscription.test.ts': 4,
  'test/images/shrink.test.ts': 4,
  'test/providers/histories.test.ts': 4,
  'test/subscriptions/schedule.test.ts': 4,
}

/** Returns the expected seconds of test files, measured on this machine if possible. */
export function knownDurations(): Durations {
  const own = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Durations) : {}
  return { ...LONG_FILES, ...own }
}

/** Stores measured seconds, and drops files that no longer exist. */
export function storeDurations(measured: Durations): void {
  const all = Object.entries({ ...knownDurations(), ...measured }).filter(([file]) => existsSync(file))
  mkdirSync('.data', { recursive: true, mode: 0o700 })
  writeFileSync(FILE, JSON.stringify(Object.fromEntries(all.sort()), null, 2))
}
