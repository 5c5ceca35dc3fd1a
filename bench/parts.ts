import { create } from './parts/create.ts'
import { deliveries } from './parts/deliveries.ts'
import { expiries } from './parts/expiries.ts'
import { growth } from './parts/growth.ts'
import { latency } from './parts/latency.ts'
import { periodEnds } from './parts/period-ends.ts'
import { pressure } from './parts/pressure.ts'
import { list, page, retrieve } from './parts/reads.ts'
import { start } from './parts/start.ts'
import { startOfWorker } from './parts/start-worker.ts'
import type { Part } from './parts/types.ts'

/** The parts that run by default, in the order of the table. */
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

/** The parts that run only by name: files in special/, which print their results. */
export const special: Readonly<Record<string, string>> = {
  webhooks:
    'hostile receivers, a long backlog, killed workers (append crowd, backlog or kill for one of them)',
  fairness: 'how one project’s load delays another project’s requests and background work',
  bodies: 'the worst bodies that each schema allows',
  sizes: 'the bytes of rows in the database and of jobs in Redis',
  'first-paint': 'when a phone on a slow network first shows the payment page',
  import: 'the import of a bank statement with 10,000 lines',
  'raw-sql': 'the same work by raw SQL and by models (append sums, decides, many or pay for one group)',
}
