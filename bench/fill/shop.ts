import { createProject, PROJECT_DEFAULTS } from '../../common/services/projects/create.ts'
import { insert } from '../../db/rows.ts'
import { transact } from '../../db/transaction.ts'

export interface Shop {
  projectId: number
  token: string
}

export const LOOKUP_KEY = 'tea-monthly'

/** A typical body of `POST /checkouts`: one price, no customer. */
export const BODY = JSON.stringify({
  items: [{ price: LOOKUP_KEY, quantity: 2 }],
  client_reference_id: 'order-2026-000123',
  success_url: 'https://shop.example.com/thanks?checkout={CHECKOUT_ID}',
  cancel_url: 'https://shop.example.com/cart',
})

/** Creates a project with a token, and a product whose price has a lookup key. */
export async function createShop(): Promise<Shop> {
  const now = () => new Date()
  const { result } = await transact(
    async (tx) => {
      const { id, tokens } = await createProject(tx, { name: 'Bench', ...PROJECT_DEFAULTS })
      const common = { project_id: id, is_test: true, created_at: tx.now, updated_at: tx.now }
      const product = await insert(tx.sql, 'products', { ...common, name: 'Milk tea, monthly box' })
      await insert(tx.sql, 'prices', {
        ...common,
        product_id: product,
        type: 'one_time',
        unit_amount: 25_000,
        lookup_key: LOOKUP_KEY,
      })
      return { projectId: id, token: tokens.test }
    },
    { now },
  )
  return result
}
