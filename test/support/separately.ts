import { refuseNestedUses } from '../../db/pool.ts'

const uses = refuseNestedUses()

/** Runs work as another person would: it may use a connection while the caller's transaction is open. */
export function separately<Result>(work: () => Result): Result {
  return uses.run(undefined, work)
}
