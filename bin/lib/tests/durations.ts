import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Durations } from './plan.ts'

const REMEMBERED = '.data/test-durations.json'

/** Seconds of the files that take long, for a machine that has run none of them yet; its own are remembered. */
export const LONG: Durations = {
  'test/pages/view/looks/paying.test.ts': 45,
  'test/subscriptions/model.test.ts': 43,
  'test/subscriptions/concurrency.test.ts': 31,
  'test/pages/view/looks/portal.test.ts': 30,
  'test/money/money.test.ts': 22,
  'test/pages/view/looks/portal-steps.test.ts': 30,
  'test/emails/looks.test.ts': 25,
  'test/first-day/pasted.test.ts': 25,
  'test/portal/browser.test.ts': 22,
  'test/pages/view/looks/after-paying.test.ts': 20,
  'test/pages/view/looks/renewing.test.ts': 17,
  'test/checkouts/transfer.test.ts': 17,
  'test/pages/view/looks/invoices.test.ts': 15,
  'test/subscriptions/period-end.test.ts': 15,
  'test/webhooks/worker.test.ts': 15,
  'test/pages/view/looks/others.test.ts': 14,
  'test/api/hostile.test.ts': 14,
  'test/pages/injection.test.ts': 14,
  'test/tooling/lint.test.ts': 14,
  'test/pages/view/looks/decisions.test.ts': 12,
  'test/test-clocks/workers.test.ts': 12,
  'test/faults/kill.test.ts': 12,
  'test/faults/redis.test.ts': 12,
  'test/pages/view/browser.test.ts': 12,
  'test/faults/expiry-race.test.ts': 10,
  'test/webhooks/resend-missed.test.ts': 10,
  'test/pages/hand-over.test.ts': 9,
  'test/images/worker.test.ts': 8,
  'test/promotion-codes/pay.test.ts': 8,
  'test/runtime/metrics.test.ts': 8,
  'test/emails/injection.test.ts': 6,
  'test/client/package.test.ts': 8,
  'test/client/calls.test.ts': 4,
  'test/openapi/docs.test.ts': 10,
  'test/openapi/samples.test.ts': 4,
  'test/story/main-job.test.ts': 6,
  'test/tooling/layers.test.ts': 6,
  'test/cli/usage.test.ts': 5,
  'test/images/shrink.test.ts': 5,
  'test/invoices/pay.test.ts': 5,
  'test/portal/actions.test.ts': 5,
  'test/cli/doctor.test.ts': 4,
  'test/pages/renew/renew.test.ts': 4,
}

export function knownDurations(): Durations {
  const own = existsSync(REMEMBERED) ? (JSON.parse(readFileSync(REMEMBERED, 'utf8')) as Durations) : {}
  return { ...LONG, ...own }
}

/** Only of files that are still there, or a renamed one would count for ever. */
export function remember(measured: Durations): void {
  const all = Object.entries({ ...knownDurations(), ...measured }).filter(([file]) => existsSync(file))
  mkdirSync('.data', { recursive: true, mode: 0o700 })
  writeFileSync(REMEMBERED, JSON.stringify(Object.fromEntries(all.sort()), null, 2))
}
