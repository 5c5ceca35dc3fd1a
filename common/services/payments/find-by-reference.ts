import { literal } from 'sequelize'
import type { Project } from '../projects/project.ts'
import { Payment } from './payments-table.ts'

/**
 * Finds a project's manual payment by reference, in these modes: the payment that uses it now, else the latest one,
 * since references are reused after some time. Returns null if no payment has it.
 */
export function findByReference(
  { id: projectId }: Project,
  reference: string,
  modes: readonly boolean[],
): Promise<Payment | null> {
  return Payment.findOne({
    attributes: ['id', 'isTest'],
    where: { projectId, isTest: [...modes], reference },
    order: [
      [literal('open_reference IS NOT NULL'), 'DESC'],
      ['id', 'DESC'],
    ],
  })
}
