import { atomically as once, atomicallyRaw as onceRaw } from '../common/runtime/atomically.ts'
import type { Atomically, AtomicallyRaw } from '../db/transaction.ts'

/** Runs a transaction and also retries it after a lock timeout: no user waits for a worker. */
export const atomically: Atomically = (work) => once(work, { retryOnLockTimeout: true })

/** Like `atomically`, in raw transactions. */
export const atomicallyRaw: AtomicallyRaw = (work) => onceRaw(work, { retryOnLockTimeout: true })
