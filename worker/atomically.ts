import { atomically as once } from '../common/runtime/atomically.ts'
import type { Atomically } from '../db/transaction.ts'

/** Runs a transaction and also retries it after a lock timeout: no user waits for a worker. */
export const atomically: Atomically = (work) => once(work, { retryOnLockTimeout: true })
