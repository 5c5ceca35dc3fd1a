import { sha256 } from '../../common/kit/secrets.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { giveUpFirst } from '../../common/services/operations/give-up-first.ts'
import type { ModelTx } from '../../db/transaction.ts'
import { idempotencyKey } from '../idempotency.ts'
import { idempotently } from '../idempotently.ts'
import type { Form } from '../pages/form.ts'
import { withoutSearches } from './kit/picker.ts'
import type { ProjectVisit } from './project-visit.ts'

/**
 * Creates the object of a form, and returns its id. A second press of the same form returns the id of the first one. Each
 * form that is loaded has another `form_key`, so that two equal objects can be created on purpose.
 */
export async function createOnce(
  { scope }: ProjectVisit,
  path: string,
  form: Form,
  create: (tx: ModelTx) => Promise<number>,
): Promise<number> {
  const typed = Buffer.from(JSON.stringify(withoutSearches(form)))
  const key = idempotencyKey(scope, `dashboard ${sha256(typed).toString('hex')}`, 'POST', path, typed)
  const { json } = await giveUpFirst(scope.project, atomically, () =>
    // Only the id is stored, which is not personal data.
    idempotently<ModelTx>(key, atomically, async (tx) => {
      const id = await create(tx)
      return { status: 303, json: String(id), subject: null }
    }),
  )
  return Number(json)
}
