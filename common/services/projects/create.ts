import type { ModelTx } from '../../../db/transaction.ts'
import type { ProjectPlan } from '../../domain/projects/plan.ts'
import type { Locale } from '../../kit/format.ts'
import { createToken } from '../tokens/create.ts'
import { StoredProject } from './projects-table.ts'

export interface ProjectInput {
  name: string
  currency: string
  timezone: string
  locale: Locale
  country: string
  plan: ProjectPlan
}

/** Defaults for values that the operator does not give. */
export const PROJECT_DEFAULTS = {
  currency: 'MNT',
  timezone: 'UTC',
  locale: 'en',
  country: 'MN',
  plan: 'growth',
} as const satisfies Partial<ProjectInput>

export interface NewProject {
  id: number
  name: string
  tokens: { test: string; live: string }
}

/** Creates a project with one token for each mode. */
export async function createProject(tx: ModelTx, input: ProjectInput): Promise<NewProject> {
  const values = { ...input, invoicePrefix: 'INV', createdAt: tx.now, updatedAt: tx.now }
  const { id } = await StoredProject.create(values, { transaction: tx.transaction })
  const test = await createToken(tx, id, 'test')
  const live = await createToken(tx, id, 'live')
  return { id, name: input.name, tokens: { test: test.token, live: live.token } }
}
