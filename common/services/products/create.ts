import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ProductInput } from '../../domain/products/input.ts'
import { askForPicture } from '../images/ask-for-picture.ts'
import type { Scope } from '../projects/project.ts'

/** Creates a product and returns its id. It can be sold once it has a price. */
export async function createProduct(tx: Tx, scope: Scope, input: ProductInput): Promise<number> {
  const id = await insert(tx.sql, 'products', {
    project_id: scope.project.id,
    is_test: scope.isTest,
    name: input.name,
    description: input.description ?? null,
    image_url: input.image_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    grace_period_days: input.grace_period_days ?? 0,
    active: input.active ?? true,
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    created_at: tx.now,
    updated_at: tx.now,
  })
  const owner = { projectId: scope.project.id, isTest: scope.isTest }
  if (input.image_url !== undefined)
    await askForPicture(tx, { subject: 'product', id }, owner, input.image_url)
  return id
}
