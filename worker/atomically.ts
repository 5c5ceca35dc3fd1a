import { atomically as once } from '../common/runtime/atomically.ts'
import type { Atomically } from '../db/transaction.ts'

/** Nobody waits for a worker: it also tries again where somebody else held a row for too long. */
export const atomically: Atomically = (work) => once(work, { retryOnLockTimeout: true })
