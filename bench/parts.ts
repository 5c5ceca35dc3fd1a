import { create } from './parts/create.ts'
import { deliveries } from './parts/deliveries.ts'
import { expiries } from './parts/expiries.ts'
import { growth } from './parts/growth.ts'
import { latency } from './parts/latency.ts'
import { list } from './parts/list.ts'
import { page } from './parts/page.ts'
import type { Part } from './parts/part.ts'
import { periodEnds } from './parts/period-ends.ts'
import { pressure } from './parts/pressure.ts'
import { retrieve } from './parts/retrieve.ts'
import { start } from './parts/start.ts'
import { startOfWorker } from './parts/start-worker.ts'

/** What is measured, in the order of the table. */
export const parts: Readonly<Record<string, Part>> = {
  create,
  retrieve,
  list,
  page,
  deliveries,
  expiries,
  'period-ends': periodEnds,
  growth,
  pressure,
  start,
  'start-worker': startOfWorker,
  latency,
}

/** What is measured only where it is named: files in special/, which print what they have found. */
export const special: Readonly<Record<string, string>> = {
  webhooks:
    'hostile receivers, a long backlog, workers killed (crowd, backlog or kill behind it: that alone)',
  fairness: 'what one project’s noise costs another: its creates and expiries',
  bodies: 'the worst bodies that every schema allows',
}
