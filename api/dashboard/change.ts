import { atomically } from '../../common/runtime/atomically.ts'
import { giveUpFirst } from '../../common/services/operations/give-up-first.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import type { ModelTx } from '../../db/transaction.ts'

/**
 * Runs an operation in a transaction, as the API does: a payment that it replaces is first given up at its provider. Throws
 * 409 `payment_in_progress` if a bank is processing that payment.
 */
export function change<Result>(
  { project }: Scope,
  operation: (tx: ModelTx) => Promise<Result>,
): Promise<Result> {
  return giveUpFirst(project, atomically, () => atomically(operation))
}
